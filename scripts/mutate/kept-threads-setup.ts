/** Begins each test file of a kept thread without the change and the counts of the one before. */
import { isMainThread } from "node:worker_threads"
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    globalNamespace: string
    mutantActivation: "static" | "runtime"
  }
}

const stryker: unknown = Reflect.get(globalThis, inject("globalNamespace"))
if (typeof stryker === "object" && stryker !== null) {
  Reflect.set(stryker, "hitCount", 0)
  // Stryker sets a change of what runs at loading before this, any other after the loading
  if (inject("mutantActivation") !== "static") Reflect.set(stryker, "activeMutant", undefined)
}

// A server sets its umask while it opens a socket. Node refuses that in a thread.
if (!isMainThread) process.umask = () => 0o022
