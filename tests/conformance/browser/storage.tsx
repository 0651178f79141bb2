import { isPlain, listOfPlain } from "../plain.ts"
import { runStorage } from "../storage-run.ts"
import type { Mount } from "./mount.ts"

/** Fills the browser's storage until not one more character fits. */
const fill = (): void => {
  for (let size = 1_048_576; size >= 1; size = Math.floor(size / 2))
    for (let part = 0; ; part += 1)
      try {
        localStorage.setItem(`filler-${size}-${part}`, "x".repeat(size))
      } catch {
        break
      }
}

export const mount: Mount = () => {
  localStorage.clear()
  return {
    run: async (options) => {
      if (!isPlain(options) || !isPlain(options.given)) throw new Error("no case")
      if (/full|quota/.test(String(options.given.storage ?? ""))) fill()
      return await runStorage(options.given, listOfPlain(options.when), localStorage)
    },
  }
}
