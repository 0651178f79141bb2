import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { isSimulatorWanted, startPaymentSimulator } from "./payment-simulator.ts"
import { projectRoot, run } from "./run.ts"
import { distFolder, isFresh } from "./stamp.ts"

if (!isFresh()) {
  const isFirst = !existsSync(distFolder)
  console.log(isFirst ? "Building for the first time…" : "Something changed since the last build: building…")
  // In a process of its own, so that the server does not keep the bundler's memory.
  const built = await run("node", [join(projectRoot, "scripts/build.ts")])
  if (!built.ok) {
    console.error(`The build failed:\n${built.output}`)
    process.exit(1)
  }
}
if (isSimulatorWanted(process.env)) {
  const { env } = await startPaymentSimulator(join(distFolder, "server/payment-simulator.js"))
  Object.assign(process.env, env)
}
await import(pathToFileURL(join(distFolder, "server/main.js")).href)
