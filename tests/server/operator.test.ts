import { execFile } from "node:child_process"
import { mkdirSync, statSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { operatorSockets } from "../../server/operator/socket.ts"
import { fieldOf, goodPassword, openApp, reasonOf, type TestApp } from "../support/app.ts"

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.stop())

const run = promisify(execFile)
const entry = join(import.meta.dirname, "../../server/operator.ts")
const operate = async (...words: ReadonlyArray<string>) => {
  const env = { ...process.env, DATA_DIR: app.dataDir }
  const ended = await run(process.execPath, [entry, ...words], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code: ended.code, text: `${ended.stdout}${ended.stderr}`.trim() }
}

/** Creates the socket that a killed server leaves behind. It sorts before any other. */
const leaveSocket = async (folder: string) => {
  const killed = `require("node:net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))`
  await run(process.execPath, ["-e", killed, join(folder, "operator-0.sock")]).catch(() => undefined)
}

describe("the operator's command line", () => {
  it("reaches the server through a private socket", () => {
    const [path = ""] = operatorSockets(app.dataDir)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it("is cut when a command is longer than any, and serves others", async () => {
    const [path = ""] = operatorSockets(app.dataDir)
    const socket = connect(path)
    socket.on("error", () => undefined)
    const cut = new Promise<boolean>((resolve) => socket.once("close", () => resolve(true)))
    socket.write("x".repeat(1_200_000))
    expect(await cut).toBe(true)
    expect((await operate("help")).code).toBe(0)
  })

  it("lists the commands", async () => {
    const { code, text } = await operate("help")
    expect(code).toBe(0)
    for (const command of ["invitations mint", "balance increase", "deposits approve", "site off"])
      expect(text).toContain(command)
  })

  it("creates an invitation code for registration, and records who and why", async () => {
    const minted = await operate("invitations", "mint", "--why", "a fair in Lagos")
    expect(minted.text).toMatch(/^[A-Z2-9]{8}$/)
    const answer = await app.call("register", {
      username: "guest",
      password: goodPassword,
      invitation_code: minted.text,
    })
    expect(reasonOf(answer)).toBeNull()
    const events = await operate("events")
    expect(events.text).toContain("a fair in Lagos")
    expect(events.text).toContain("invitations mint")
  })

  it("changes a balance only by postings with a reason and a reference, and never below zero", async () => {
    const { token } = await app.join("ada")
    expect(
      (await operate("balance", "increase", "ada", "50.00", "--why", "goodwill, ticket 7")).text,
    ).toContain("50.00")
    expect((await operate("balance", "decrease", "ada", "60", "--why", "mistake")).code).toBe(1)
    expect((await operate("balance", "decrease", "ada", "20.5", "--why", "mistake")).text).toContain("29.50")
    expect(fieldOf(await app.call("userInfo", {}, { token }), "available")).toBe("29.50")
    const { said } = await app.call("income", {}, { token })
    expect(JSON.stringify(said)).toContain('"code":100')
  })

  it.each([
    [["nothing", "like", "this"], /no such command/],
    [["balance", "increase", "ada"], /Missing: amount/],
    [["balance", "increase", "ada", "5.00"], /Say why/],
    [["balance", "increase", "ada", "5.001", "--why", "x"], /Not an amount/],
    [["balance", "increase", "nobody", "5.00", "--why", "x"], /There is no member nobody/],
    [["events", "now"], /Too much/],
  ])("says what is wrong: %s", async (words, expected) => {
    const { code, text } = await operate(...words)
    expect(code).toBe(1)
    expect(text).toMatch(expected)
  })

  it("checks the books, backs them up, and restores nothing while the server runs", async () => {
    expect((await operate("check")).text).toMatch(/^Every check holds; \d+ events folded/)
    const file = join(app.dataDir, "backup")
    expect((await operate("backup", "backup")).text).toMatch(/Not a full path/)
    expect((await operate("backup", file)).text).toContain(`rows in ${file}`)
    expect((await operate("events")).text).toContain(file)
    const refused = await operate("restore", file)
    expect(refused.code).toBe(1)
    expect(refused.text).toMatch(/in use by another running server/)
    expect((await operate("help")).text).toContain("restore <file>")
  })

  it.each([
    ["restore", []],
    ["restore", ["backup", "another"]],
    ["migrate", ["app"]],
    ["migrate", ["--role", "app"]],
    ["migrate", ["--grant"]],
    ["migrate", ["--grant", "app", "another"]],
  ])("says how %s is used, where it got %j", async (command, words) => {
    const { code, text } = await operate(command, ...words)
    expect(code).toBe(1)
    expect(text).toMatch(new RegExp(`^Usage: ${command} `))
  })

  it("ignores the socket of a killed server, and reports that none is running", async () => {
    await leaveSocket(app.dataDir)
    expect((await operate("events")).code).toBe(0)
    const elsewhere = join(app.dataDir, "elsewhere")
    mkdirSync(elsewhere)
    await leaveSocket(elsewhere)
    const env = { ...process.env, DATA_DIR: elsewhere }
    const ended = await run(process.execPath, [entry, "help"], { env }).catch(
      (error: { code: number; stderr: string }) => error,
    )
    expect(ended.stderr).toMatch(/^No server is running on this data folder/)
  })
})
