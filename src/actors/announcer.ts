/** In the build for the lab (`vite build --mode lab`) actors can be listened to; in every other build nothing of it is left. */
import { registerService } from "xstate/dev"
import type { Watcher } from "./watcher.ts"

const nothing = (): void => {}

/** Tells XState's own hook for developer tools of every actor about to start, so that model tests can write down what machines receive and become. */
export const announcer: Watcher | undefined =
  import.meta.env.MODE === "lab"
    ? {
        onActor: ({ actor }) => registerService(actor),
        onFolded: nothing,
        onPast: nothing,
        onJournal: nothing,
        onCall: nothing,
        onBody: nothing,
        onAnswer: nothing,
      }
    : undefined
