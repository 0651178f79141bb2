/**
 * Tests that may pass at a second try, by their title in the summary of a run, each with the reason.
 * A repeated test that is not listed fails the run. Entries only leave: tests/unit/tooling.test.ts
 * holds their number.
 */
export const mayRepeat: Readonly<Record<string, string>> = {}
