import type { SqlValue } from "./db.ts"

/** What the engine's thread is asked. It answers in order, each request once, under its number. */
export type EngineRequest =
  | {
      readonly id: number
      readonly kind: "run"
      readonly sql: string
      readonly params: ReadonlyArray<SqlValue>
    }
  | { readonly id: number; readonly kind: "script"; readonly sql: string }
  | { readonly id: number; readonly kind: "close" }

/** The fields of an engine's error that `describeFailure` reads: a copied Error would lose them. */
export interface EngineFailure {
  readonly message: string
  readonly code: string
  readonly constraint: string
  readonly detail: string
}

/** Names of the columns once, and rows as lists: half of the work of copying objects. */
export interface EngineRows {
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
  readonly affected: number
}

export type EngineReply =
  | { readonly kind: "opened" }
  | { readonly kind: "done"; readonly id: number; readonly result: EngineRows }
  | { readonly kind: "failed"; readonly id: number; readonly failure: EngineFailure }
