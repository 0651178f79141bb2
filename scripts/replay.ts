/**
 * npm run replay -- FILE [--steps]
 * Replays a recording without a browser: decodes every event, folds it by this checkout's machines
 * and compares each step with the recorded one. `--steps` prints every event with the state it led
 * to. Exit code 0: every state is identical; 1: one differs; 2: the file is refused. Nothing in
 * the file is executed.
 */
import { parseArgs } from "node:util"
import { checkRecording, reportCheck } from "@financial-links/journal/check"
import { recordings } from "../src/devtools/recordings.ts"
import { createTimeTravelActors } from "../src/devtools/time-travel-actors.ts"

await reportCheck(async () => {
  const { values, positionals } = parseArgs({
    options: { steps: { type: "boolean", default: false } },
    allowPositionals: true,
  })
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new Error("Say npm run replay -- FILE [--steps]")
  const { machines } = await createTimeTravelActors()
  return checkRecording({ recordings, machines }, path, values.steps)
})
