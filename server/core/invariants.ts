/**
 * Invariants of the books as parts of the statements that write: a statement that would break one
 * fails as a whole with `DbInvariant`. Those of single rows are check constraints of the tables.
 */

/**
 * A part of a statement, for its `with` list. `broken` selects a `subject` for each violation; every
 * row that is inserted violates the constraint `invariant_holds`.
 */
export const stopSql = (invariant: string, broken: string): string => `
  insert into broken_invariants (invariant, subject)
  select '${invariant}', violation.subject from (${broken}) as violation`

/** Stops a statement whose part `posted (amount)` does not sum to zero. */
export const zeroSumSql = (subject: string): string =>
  stopSql("postings sum to zero", `select ${subject} as subject from posted having sum(amount) <> 0`)
