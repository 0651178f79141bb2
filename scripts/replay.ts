/**
 * npm run replay -- FILE [--steps]
 * Replays a recording without a browser: decodes every event, folds it by this checkout's machines
 * and compares each step with the recorded one. `--steps` prints every event with the state it led
 * to. Exit code 0: every state is identical; 1: one differs; 2: the file is refused. Nothing in
 * the file is executed.
 */
import { checkRecording, reportCheck } from "@financial-links/journal/check"
import { recordings } from "../src/devtools/recordings.ts"
import { createTimeTravelActors } from "../src/devtools/time-travel-actors.ts"

const [path, ...options] = process.argv.slice(2)
const unknown = options.find((option) => option !== "--steps")
if (path === undefined || path.startsWith("-") || unknown !== undefined) {
  console.error("usage: npm run replay -- FILE [--steps]")
  process.exit(2)
}
await reportCheck(async () => {
  const { machines } = await createTimeTravelActors()
  return checkRecording({ recordings, machines }, path, options.includes("--steps"))
})
