/**
 * Bridge to XState's dev tools hook, for model tests: only a build with `--mode model` contains it.
 */
import { registerService } from "xstate/dev"
import { type Inspector, noopInspector } from "./inspector.ts"

/** Registers every actor before its start; the tests record its events and snapshots. */
export const devToolsBridge: Inspector | undefined =
  import.meta.env.MODE === "model"
    ? { ...noopInspector, onActor: ({ actor }) => registerService(actor) }
    : undefined
