import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { callServer } from "../support/app.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { bench } from "./harness.ts"

/** What the engine's compilers still do after the start is over by then. */
const SETTLE_MS = 6_000
const CALLS = 300

/** What a process has used of the machine's memory: at most, and now. Only Linux tells. */
const memoryOf = (pid: number): { readonly peakMb: number; readonly nowMb: number } => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024
  return { peakMb: megabytes("VmHWM"), nowMb: megabytes("VmRSS") }
}

/** As `npm start` does it: on a new folder the demo gets its past. */
const started = async (folder: string): Promise<{ server: RunningServer; readyMs: number }> => {
  const startedMs = performance.now()
  const env = { DATA_DIR: folder, DATABASE_URL: "", DEMO_PAST: "1" }
  const server = await startServer({ env, from: "build" })
  return { server, readyMs: performance.now() - startedMs }
}

/** A member who logs in and looks around, so that what is counted is a server in use. */
const visit = async ({ url, demo }: RunningServer): Promise<void> => {
  if (demo === null) throw new Error("these benches need the demo profile")
  await callServer(url, "login", { username: demo.username, password: demo.password })
  for (let i = 0; i < CALLS; i += 1) await callServer(url, "products", {})
}

/** One start on a folder, a visit and a rest. */
const startOn = async (folder: string) => {
  const { server, readyMs } = await started(folder)
  try {
    await visit(server)
    await pause(SETTLE_MS)
    return { readyMs, ...memoryOf(server.pid) }
  } finally {
    await server.stop()
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), "links-start-"))

const firstStart = async () => {
  const folder = newFolder()
  const figures = await startOn(join(folder, "data"))
  rmSync(folder, { recursive: true, force: true })
  return figures
}

const openWarm = async () => {
  const folder = newFolder()
  await startOn(folder)
  return {
    start: () => startOn(folder),
    readyMs: async () => {
      const { server, readyMs } = await started(folder)
      await server.stop()
      return readyMs
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Node with nothing to do: how long until it has run a line, and what it takes. */
const bareNode = async () => {
  const startedMs = performance.now()
  const child = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1000)"])
  await once(child.stdout, "data")
  const readyMs = performance.now() - startedMs
  const { peakMb } = memoryOf(child.pid ?? 0)
  child.kill("SIGKILL")
  await once(child, "close")
  return { readyMs, peakMb }
}

const memory = {
  unit: "MB",
  floorIs: "Node with nothing to do",
  floor: async () => (await bareNode()).peakMb,
  runs: 3,
  warmups: 0,
} as const

bench("first start: most memory", {
  ...memory,
  subject: async () => (await firstStart()).peakMb,
  reach: { subjectAtMost: 380 },
})

bench("warm start: most memory", async () => {
  const { start, close } = await openWarm()
  return { ...memory, subject: async () => (await start()).peakMb, reach: { subjectAtMost: 350 }, close }
})

bench("warm start: memory once settled", async () => {
  const { start, close } = await openWarm()
  return { ...memory, subject: async () => (await start()).nowMb, reach: { subjectAtMost: 350 }, close }
})

bench("warm start: ready", async () => {
  const { readyMs, close } = await openWarm()
  return {
    floorIs: "Node with nothing to do",
    floor: async () => (await bareNode()).readyMs,
    subject: readyMs,
    reach: { subjectAtMost: 1_000 },
    close,
  }
})
