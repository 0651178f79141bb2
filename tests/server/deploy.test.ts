import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest"
import WebSocket from "ws"
import { isFresh } from "../../scripts/stamp.ts"
import { readSettings } from "../../server/config.ts"
import { callServer, fieldOf, goodPassword } from "../support/app.ts"
import { isExhaustive } from "../support/exhaustive.ts"
import { createDatabase, freePort } from "../support/postgres.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import {
  missingForSystemd,
  type ServiceManager,
  STOP_LIMIT_MS,
  startServiceManager,
} from "../support/service-manager.ts"

const project = join(import.meta.dirname, "../..")
const read = (name: string): string => readFileSync(join(project, "deploy", name), "utf8")
const folder = mkdtempSync(join(tmpdir(), "links-deploy-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (program: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(program, [...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  })
  return { isDone: status === 0, text: `${stdout}${stderr}` }
}

const isThere = (program: string, ...args: ReadonlyArray<string>): boolean => {
  if (!isExhaustive) return false
  const { isDone } = run(program, args)
  if (!isDone) console.warn(`\n*** NO ${program} ${args[0]}: what needs it is SKIPPED. ***\n`)
  return isDone
}

/** The variables of an environment file, with a secret filled in. */
const environmentOf = (text: string): Readonly<Record<string, string>> => {
  const pairs = text.matchAll(/^([A-Z_]+)=(.*)$/gm)
  const given = Object.fromEntries([...pairs].map(([, name = "", value = ""]) => [name, value]))
  return { ...given, SECRET: "0123456789abcdef".repeat(4) }
}

describe("the files to run it with", () => {
  it("have an environment that the server takes for production behind a proxy", () => {
    const settings = readSettings(environmentOf(read("financial-links.env")))
    expect(settings).toMatchObject({ profile: "production", trustProxy: true, metrics: { port: 9464 } })
    expect(() => readSettings({ ...environmentOf(read("financial-links.env")), SECRET: "" })).toThrow(
      /SECRET/,
    )
  })

  it("bound the young generation as npm start does", () => {
    const script = readFileSync(join(project, "scripts/run.mjs"), "utf8")
    const starts = [script, read("financial-links.service"), read("Dockerfile")]
    const flags = starts.map((text) => [...new Set(String(text).match(/--max-semi-space-size=\d+/g))])
    expect(flags).toEqual([
      ["--max-semi-space-size=8"],
      ["--max-semi-space-size=8"],
      ["--max-semi-space-size=8"],
    ])
  })

  it("name only variables that exist", () => {
    const known = readFileSync(join(project, "docs/configuration.md"), "utf8")
    const names = [...read("compose.yaml").matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = ""]) => name)
    const own = names.filter((name) => !/^(POSTGRES_.*|SITE|APP)$/.test(name))
    const service = [...read("financial-links.service").matchAll(/^Environment=([A-Z_]+)=/gm)]
    for (const name of [...own, ...service.map(([, name = ""]) => name)])
      if (name !== "NODE_ENV") expect(known).toContain(`\`${name}\``)
    expect(own).toContain("DATABASE_URL")
  })

  it.skipIf(!isThere("systemd-analyze", "--version"))(
    "are a unit that systemd takes",
    { tags: ["exhaustive"] },
    () => {
      const path = join(folder, "financial-links.service")
      const node = process.execPath
      const unit = read("financial-links.service")
        .replace(/^ExecStart=\S+/m, `ExecStart=${node}`)
        .replace(/^User=.*\n/m, "")
        .replace(/^Documentation=.*\n/m, "")
      writeFileSync(path, unit)
      const { isDone, text } = run("systemd-analyze", ["verify", "--man=no", path])
      expect(text.split("\n").filter((line) => line.includes("financial-links.service"))).toEqual([])
      expect(isDone).toBe(true)
      writeFileSync(path, unit.replace("Type=exec", "Type=never"))
      expect(run("systemd-analyze", ["verify", "--man=no", path]).text).toMatch(/service type/)
    },
  )

  it.skipIf(!isThere("caddy", "version"))(
    "are a configuration that Caddy takes",
    { tags: ["exhaustive"] },
    () => {
      const path = join(project, "deploy/Caddyfile")
      expect(run("caddy", ["validate", "--adapter", "caddyfile", "--config", path])).toMatchObject({
        isDone: true,
      })
    },
  )

  it.skipIf(!isThere("docker", "compose", "version"))(
    "are a composition that Docker takes",
    { tags: ["exhaustive"] },
    () => {
      const env = { POSTGRES_PASSWORD: "x", SECRET: "x", SITE: "links.example" }
      expect(
        run("docker", ["compose", "-f", join(project, "deploy/compose.yaml"), "config"], env),
      ).toMatchObject({
        isDone: true,
      })
    },
  )
})

const postgresUrl = inject("postgresUrl")

/** Starts Caddy with the project's file before a server; ends with `stop`. */
const startCaddy = (site: string, app: string, adminPort: number): ChildProcess =>
  spawn("caddy", ["run", "--adapter", "caddyfile", "--config", join(project, "deploy/Caddyfile")], {
    cwd: folder,
    stdio: "ignore",
    env: {
      ...process.env,
      ...{ SITE: site, APP: app, CADDY_ADMIN: `127.0.0.1:${adminPort}` },
      ...{ XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
    },
  })

/** A PostgreSQL database, the project's environment for it, and Caddy before the port that this names. */
const openSite = async () => {
  const database = await createDatabase(postgresUrl ?? "")
  const port = await freePort()
  const site = `http://127.0.0.1:${await freePort()}`
  const caddy = startCaddy(site, `127.0.0.1:${port}`, await freePort())
  const statusOf = (path: string) =>
    fetch(site + path).then(
      ({ status }) => status,
      () => 0,
    )
  return {
    site,
    statusOf,
    env: {
      ...environmentOf(read("financial-links.env")),
      ...{ DATABASE_URL: database.url, PORT: String(port), METRICS_PORT: "0", PUBLIC_URL: site },
    },
    untilReady: () =>
      vi.waitFor(async () => expect(await statusOf("/readyz")).toBe(200), { timeout: 30_000, interval: 200 }),
    close: async () => {
      caddy.kill("SIGKILL")
      await database.drop()
    },
  }
}
type Site = Awaited<ReturnType<typeof openSite>>

const isSiteSkipped = !isThere("caddy", "version") || postgresUrl === null

describe.skipIf(isSiteSkipped)("production behind Caddy", { tags: ["exhaustive"] }, () => {
  let opened: Site
  let server: RunningServer
  let env: Readonly<Record<string, string>>

  beforeAll(async () => {
    opened = await openSite()
    env = { ...opened.env, DATA_DIR: folder }
    server = await startServer({ env })
    await opened.untilReady()
  })
  afterAll(async () => {
    await server.stop()
    await opened.close()
  })

  it("serves calls and the stream under its public name", async () => {
    const { site } = opened
    expect(await (await fetch(`${site}/openapi.json`)).text()).toContain(site)
    const operator = join(project, "server/operator.ts")
    const minted = run(process.execPath, [operator, "invitations", "mint", "--why", "a test"], env)
    const who = { username: "ada", password: goodPassword, invitation_code: minted.text.trim() }
    const ticket = String(fieldOf(await callServer(site, "register", who), "temporary_token"))
    const stream = new WebSocket(`${site.replace("http", "ws")}/api/market/stream?ticket=${ticket}`, {
      origin: site,
    })
    const first = await new Promise<string>((resolve, reject) => {
      stream.once("message", (data) => resolve(String(data)))
      stream.once("error", reject)
    })
    expect(first).toContain("{")
    stream.terminate()
  })

  it("is there again when the server has been restarted, without a change of Caddy", async () => {
    expect(await server.stop()).toBe(0)
    expect(await opened.statusOf("/readyz")).not.toBe(200)
    server = await startServer({ env })
    await opened.untilReady()
  })
})

const missing = isExhaustive
  ? [...missingForSystemd(), ...(isFresh() ? [] : ["a build of these sources"])]
  : []
if (missing.length > 0)
  console.warn(`\n*** NO ${missing.join(", NO ")}: the systemd unit is NOT STARTED. ***\n`)

describe.skipIf(isSiteSkipped || missing.length > 0)(
  "the unit, started by systemd behind Caddy",
  { tags: ["exhaustive"] },
  () => {
    const log = join(folder, "unit.log")
    let opened: Site
    let manager: ServiceManager

    beforeAll(async () => {
      opened = await openSite()
      const lines = Object.entries(opened.env).map(([name, value]) => `${name}=${value}\n`)
      manager = await startServiceManager({
        ...{ name: "financial-links", account: "financial-links", project, logTo: log },
        ...{ unit: read("financial-links.service"), environment: lines.join("") },
      })
      await manager.systemctl("enable", "--now", "financial-links")
      await opened.untilReady()
    })
    afterAll(async () => {
      await manager.end()
      await opened.close()
    })

    it("serves as the unit's account, which owns nothing but its data folder", async () => {
      const status = await manager.run("cat", `/proc/${await manager.property("MainPID")}/status`)
      const account = await manager.run("id", "-u", "financial-links")
      expect(status).toMatch(new RegExp(`^Uid:\\s+${account}\\s+${account}`, "m"))
      expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
      const state = await manager.run("stat", "-c", "%U %a", "/var/lib/financial-links")
      expect(state).toBe("financial-links 700")
      expect(await opened.statusOf("/")).toBe(200)
    })

    it("is started again when it was killed", async () => {
      const killed = await manager.property("MainPID")
      await manager.systemctl("kill", "--signal=KILL", "financial-links")
      await vi.waitFor(async () => expect(await manager.property("NRestarts")).toBe("1"), {
        timeout: 10_000,
        interval: 200,
      })
      await opened.untilReady()
      expect(await manager.property("MainPID")).not.toBe(killed)
    })

    it("ends by itself on stop, within its limit", async () => {
      const beforeMs = performance.now()
      await manager.systemctl("stop", "financial-links")
      expect(performance.now() - beforeMs).toBeLessThan(STOP_LIMIT_MS)
      expect(await manager.property("Result"), readFileSync(log, "utf8")).toBe("success")
      expect(await manager.property("ExecMainCode")).toBe("1")
      expect(await manager.property("ExecMainStatus")).toBe("0")
      expect(await opened.statusOf("/readyz")).not.toBe(200)
    })
  },
)
