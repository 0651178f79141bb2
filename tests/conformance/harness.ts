/** Builds the harness page into a temporary folder and serves it on localhost. */
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import react from "@vitejs/plugin-react"
import sirv from "sirv"
import { build } from "vite"

export interface Harness {
  readonly url: string
  readonly close: () => Promise<void>
}

const root = join(import.meta.dirname, "browser")

export const serveHarness = async (): Promise<Harness> => {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"))
  await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false, assetsInlineLimit: 0 },
  })
  const server = createServer(sirv(folder, { single: true, dev: false }))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the harness has no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
