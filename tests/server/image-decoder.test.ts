// @module-tag exhaustive
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { uploadProof } from "../chaos/member.ts"
import { callServer, fieldOf } from "../support/app.ts"
import { embedded } from "../support/engines.ts"
import { startServer } from "../support/server.ts"

/** Whether a process has loaded what decodes images. Only Linux tells. */
const hasDecoder = (pid: number) => readFileSync(`/proc/${pid}/maps`, "utf8").includes("libvips")

it.skipIf(process.platform !== "linux")("comes with the first image, as it takes memory", async () => {
  const store = await embedded.openStore()
  const { url, pid, demo, stop } = await startServer({ env: store.env })
  const { username, password } = demo ?? { username: "", password: "" }
  const token = fieldOf(await callServer(url, "login", { username, password }), "token")
  expect(hasDecoder(pid)).toBe(false)
  await uploadProof(url, String(token))
  expect(hasDecoder(pid)).toBe(true)
  await stop()
  await store.remove()
})
