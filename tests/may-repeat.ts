/**
 * Tests that may pass at a second try, by their title in the summary of a run, each with the reason.
 * Entries only leave.
 */
export const mayRepeat: Readonly<Record<string, string>> = {}

/**
 * How many tests outside the list may need a second try in one run: on a machine with other work a
 * browser answers late now and then, each time in another test. More fail the run: that is a race in
 * the app or in the tests, not the machine.
 */
export const UNLISTED_REPEATS_MOST = 10
