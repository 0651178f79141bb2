/**
 * What can be taken out of a machine without anybody ever being able to tell, by machine and by the name that `npm run mutate` gives it, each with the reason.
 * The list is held against the check: an entry that is noticed after all, or that no longer exists, fails.
 */
export const equivalent: Readonly<Record<string, Readonly<Record<string, string>>>> = {}
