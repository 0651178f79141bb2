/** Runs in a thread of its own: loads the file that somebody has brought, looks for the paths and says them once. See confined.ts. */
import { parentPort, workerData } from "node:worker_threads"
import { pathsAsText, type Wish } from "./ask.ts"
import { machineIn } from "./outside.ts"

const { path, wish }: { readonly path: string; readonly wish: Wish } = workerData

const answer = async (): Promise<void> => {
  parentPort?.postMessage(pathsAsText(await machineIn(path), wish))
}

// not awaited here: of a file that awaits for ever Node would complain on its own
void answer()
