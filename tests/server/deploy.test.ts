import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest"
import WebSocket from "ws"
import { readSettings } from "../../server/config.ts"
import { callServer, fieldOf, goodPassword } from "../support/app.ts"
import { createDatabase, freePort } from "../support/postgres.ts"
import { type RunningServer, startServer } from "../support/server.ts"

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
    const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"))
    const starts = [scripts.start, read("financial-links.service"), read("Dockerfile")]
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

  it.skipIf(!isThere("systemd-analyze", "--version"))("are a unit that systemd takes", () => {
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
  })

  it.skipIf(!isThere("caddy", "version"))("are a configuration that Caddy takes", () => {
    const path = join(project, "deploy/Caddyfile")
    expect(run("caddy", ["validate", "--adapter", "caddyfile", "--config", path])).toMatchObject({
      isDone: true,
    })
  })

  it.skipIf(!isThere("docker", "compose", "version"))("are a composition that Docker takes", () => {
    const env = { POSTGRES_PASSWORD: "x", SECRET: "x", SITE: "links.example" }
    expect(
      run("docker", ["compose", "-f", join(project, "deploy/compose.yaml"), "config"], env),
    ).toMatchObject({
      isDone: true,
    })
  })
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

describe.skipIf(!isThere("caddy", "version") || postgresUrl === null)("production behind Caddy", () => {
  let caddy: ChildProcess
  let server: RunningServer
  let site: string
  let env: Readonly<Record<string, string>>
  let drop: () => Promise<void>
  const statusOf = (path: string) =>
    fetch(site + path).then(
      ({ status }) => status,
      () => 0,
    )
  const untilReady = () =>
    vi.waitFor(async () => expect(await statusOf("/readyz")).toBe(200), { timeout: 30_000, interval: 200 })

  beforeAll(async () => {
    const database = await createDatabase(postgresUrl ?? "")
    drop = database.drop
    const port = await freePort()
    site = `http://127.0.0.1:${await freePort()}`
    env = {
      ...environmentOf(read("financial-links.env")),
      ...{
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        PORT: String(port),
        METRICS_PORT: "0",
        PUBLIC_URL: site,
      },
    }
    server = await startServer({ env })
    caddy = startCaddy(site, `127.0.0.1:${port}`, await freePort())
    await untilReady()
  })
  afterAll(async () => {
    caddy.kill("SIGKILL")
    await server.stop()
    await drop()
  })

  it("serves calls and the stream under its public name", async () => {
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
    expect(await statusOf("/readyz")).not.toBe(200)
    server = await startServer({ env })
    await untilReady()
  })
})
