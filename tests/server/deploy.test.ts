import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { readSettings } from "../../server/config.ts"

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
