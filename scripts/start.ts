/** npm start: builds the app where a source is newer than the build, and starts the server. Settings: docs/configuration.md. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { projectRoot, run } from "./child-process.ts"
import { isSimulatorWanted, startPaymentSimulator } from "./payment-simulator.ts"
import { distFolder, isFresh } from "./stamp.ts"

const signals = ["SIGINT", "SIGTERM"] as const

if (!isFresh()) {
  const isFirst = !existsSync(distFolder)
  console.log(isFirst ? "Building for the first time…" : "Something changed since the last build: building…")
  // An exit ends the build too; a signal without a handler would leave it running.
  const leave = () => process.exit(1)
  for (const signal of signals) process.on(signal, leave)
  // In a process of its own, so that the server does not keep the bundler's memory.
  const built = await run("node", [join(projectRoot, "scripts/build.ts")])
  for (const signal of signals) process.off(signal, leave)
  if (!built.ok) {
    console.error(`The build failed:\n${built.output}`)
    process.exit(1)
  }
}
if (isSimulatorWanted(process.env)) {
  const { env } = await startPaymentSimulator(join(distFolder, "server/payment-simulator.js"))
  Object.assign(process.env, env)
}
process.env.DEMO_PAST ??= "1"
await import(pathToFileURL(join(distFolder, "server/main.js")).href)
