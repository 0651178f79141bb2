/**
 * npm run dev: starts the server from its sources, restarted on a change, and the app with hot reload.
 */
import { spawn } from "node:child_process"
import { watch } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { createServer } from "vite"
import { writeDrawings } from "./charts/drawings.ts"
import { projectRoot } from "./child-process.ts"
import { compileLocales } from "./locales.ts"
import { isSimulatorWanted, startPaymentSimulator } from "./payment-simulator.ts"

/** Where Vite serves the app: passkeys of the server are used there too. */
const APP_ORIGIN = "http://localhost:5173"

/**
 * Starts the server from its sources, restarted by Node on a change, and resolves with the address
 * it prints.
 */
function startServer(): Promise<string> {
  const child = spawn(
    process.execPath,
    ["--watch", "--watch-preserve-output", join(projectRoot, "server/main.ts")],
    {
      cwd: projectRoot,
      stdio: ["inherit", "pipe", "inherit"],
      env: { ORIGINS: APP_ORIGIN, ...process.env, PORT: process.env.PORT ?? "8787" },
    },
  )
  process.once("exit", () => child.kill())
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The server stopped with code ${code}.`)))
    createInterface(child.stdout).on("line", (line) => {
      console.log(line)
      const address = /https?:\/\/[^\s]+/.exec(line)
      if (address) resolve(address[0])
    })
  })
}

await Promise.all([compileLocales(), writeDrawings()])
if (isSimulatorWanted(process.env)) {
  const { env } = await startPaymentSimulator(join(projectRoot, "server/payment-simulator/main.ts"))
  Object.assign(process.env, env)
}
watch(join(projectRoot, "locales"), (_event, name) => {
  if (name?.endsWith(".json")) compileLocales().catch((error: unknown) => console.error(error))
})
const target = await startServer()
// The quote stream opens to pages of the server alone, and here they come from another port.
const proxied = { target, ws: true, rewriteWsOrigin: true }
const vite = await createServer({
  root: projectRoot,
  configFile: join(projectRoot, "vite.config.ts"),
  server: { proxy: { "/api": proxied, "/openapi.json": proxied, "/files": proxied } },
})
await vite.listen()
vite.printUrls()
