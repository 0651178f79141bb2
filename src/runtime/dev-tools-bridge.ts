/** In the build for the lab (`vite build --mode lab`) actors can be listened to; in every other build nothing of it is left. */
import { registerService } from "xstate/dev"
import { deafWatcher, type Watcher } from "./inspector.ts"

/** Tells XState's own hook for developer tools of every actor about to start, so that model tests can write down what machines receive and become. */
export const announcer: Watcher | undefined =
  import.meta.env.MODE === "lab"
    ? { ...deafWatcher, onActor: ({ actor }) => registerService(actor) }
    : undefined
