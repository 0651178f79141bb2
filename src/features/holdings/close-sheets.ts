import type { ClosePhase } from "../../../machines/close.ts"
import type { LevelChange } from "../../domain/changed-levels.ts"
import type { Failure } from "../../domain/failure.ts"

/** The early close of a contract, or the change of its levels, as their views need it. */
export interface CloseEarlyTicket {
  readonly phase: ClosePhase
  /** The new levels; null for a close. */
  readonly change: LevelChange | null
  readonly failure: Failure | null
  /** Why it was refused or could not be recorded, as text. */
  readonly error: string | undefined
  readonly open: (change?: LevelChange) => void
  readonly confirm: (limit?: { readonly quotedPrice: string; readonly slippageBps: number }) => void
  readonly back: () => void
}

interface SheetView {
  readonly isBusy: boolean
  /** The notice that explains the phase, if any. */
  readonly notice: {
    readonly tone: "info" | "danger"
    readonly title: `close.${"checking" | "refused" | "notPlaced" | "notRecorded"}`
  } | null
}

/** The sheet in each phase; null while it is closed. */
export const sheets: Readonly<Record<ClosePhase, SheetView | null>> = {
  closed: null,
  confirming: { isBusy: false, notice: null },
  sending: { isBusy: true, notice: null },
  checking: { isBusy: true, notice: { tone: "info", title: "close.checking" } },
  accepted: null,
  refused: { isBusy: false, notice: { tone: "danger", title: "close.refused" } },
  notPlaced: { isBusy: false, notice: { tone: "danger", title: "close.notPlaced" } },
  notRecorded: { isBusy: false, notice: { tone: "danger", title: "close.notRecorded" } },
}
