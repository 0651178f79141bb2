/**
 * Equivalent mutants: changes of a machine without observable effect, by machine and mutant id,
 * each with the reason. `npm run mutate` fails for an entry that is noticed, or that no longer exists.
 */
export const equivalent: Readonly<Record<string, Readonly<Record<string, string>>>> = {}
