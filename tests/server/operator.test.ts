import { execFile } from "node:child_process"
import { mkdirSync, statSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { operatorSockets, sendCommand } from "../../server/operator/socket.ts"
import { fieldOf, goodPassword, openApp, reasonOf, type TestApp } from "../support/app.ts"

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.stop())

/** What the server answers to a command. */
const give = async (...words: ReadonlyArray<string>) => {
  const answer = await sendCommand(app.dataDir, words)
  if (answer === null) throw new Error("no server answered")
  return answer
}

const run = promisify(execFile)
/** The command line, as a process of its own. */
const operate = async (dataDir: string, ...words: ReadonlyArray<string>) => {
  const entry = join(import.meta.dirname, "../../server/operator.ts")
  const env = { ...process.env, DATA_DIR: dataDir }
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

describe("a command of the operator", () => {
  it("reaches the server through a private socket", () => {
    const paths = operatorSockets(app.dataDir)
    expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o600])
  })

  it("is cut when it is longer than any, and others are served", async () => {
    const socket = connect(operatorSockets(app.dataDir)[0] ?? "")
    socket.on("error", () => undefined)
    const cut = new Promise<boolean>((resolve) => socket.once("close", () => resolve(true)))
    socket.write("x".repeat(1_200_000))
    expect(await cut).toBe(true)
    const { isDone, text } = await give("help")
    expect(isDone).toBe(true)
    for (const command of ["invitations mint", "balance increase", "deposits approve", "site off"])
      expect(text).toContain(command)
  })

  it("creates an invitation code for registration, and records who and why", async () => {
    const { text: invitation_code } = await give("invitations", "mint", "--why", "a fair in Lagos")
    expect(invitation_code).toMatch(/^[A-Z2-9]{8}$/)
    const answer = await app.call("register", { username: "guest", password: goodPassword, invitation_code })
    expect(reasonOf(answer)).toBeNull()
    expect((await give("events")).text).toMatch(/invitations mint.*a fair in Lagos/)
  })

  it("changes a balance only by postings with a reason and a reference, and never below zero", async () => {
    const { token } = await app.join("ada")
    const why = ["--why", "goodwill, ticket 7"]
    expect((await give("balance", "increase", "ada", "50.00", ...why)).text).toContain("50.00")
    expect((await give("balance", "decrease", "ada", "60", ...why)).isDone).toBe(false)
    expect((await give("balance", "decrease", "ada", "20.5", ...why)).text).toContain("29.50")
    expect(fieldOf(await app.call("userInfo", {}, { token }), "available")).toBe("29.50")
    const most = "9999999999999.99"
    expect(await give("balance", "increase", "ada", most, ...why)).toMatchObject({
      isDone: false,
      text: expect.stringContaining(`at most ${most} in all`),
    })
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
    expect(await give(...words)).toMatchObject({ isDone: false, text: expect.stringMatching(expected) })
  })

  it("is refused if its texts would not fit where members read them", async () => {
    const x = ["--why", "x"]
    for (const [words, expected] of [
      [["placards", "add", "x".repeat(4_001), ...x], /At most 4000 characters are accepted: text/],
      [["deposits", "refuse", "d", "--why", "x".repeat(4_001)], /At most 4000 characters are accepted: why/],
      [["banners", "add", "/banners/check-it.webp", "<b></b>", ...x], /The title must have 1 to 200/],
      [["articles", "add", "a", "help", "x".repeat(201), "/a.html", ...x], /The title must have 1 to 200/],
      [["service", "set", "<i></i>", "9 to 5", ...x], /The name must have 1 to 100/],
      [["service", "set", "Ada", " ", ...x], /The hours must have 1 to 200/],
      [["networks", "set", "n", " ", "address", "1", "2", "0", ...x], /The network must have 1 to 40/],
      [["terms", "add", "t", "x".repeat(41), "1", "2", "0", "0", ...x], /The network must have 1 to 40/],
      [["rates", "set", "USDT", "1", "<b>", "2", ...x], /The network must have 1 to 40/],
    ] as const)
      expect(await give(...words)).toMatchObject({ isDone: false, text: expect.stringMatching(expected) })
  })

  it("checks the books, and backs them up", async () => {
    expect((await give("check")).text).toMatch(/^Every check holds; \d+ events folded/)
    const file = join(app.dataDir, "backup")
    expect((await give("backup", "backup")).text).toMatch(/Not a full path/)
    expect((await give("backup", file)).text).toContain(`rows in ${file}`)
    expect((await give("events")).text).toContain(file)
  })
})

describe("the operator's command line", () => {
  it("prints what the server answers, and ignores the socket of a killed one", async () => {
    await leaveSocket(app.dataDir)
    const { code, text } = await operate(app.dataDir, "help")
    expect(code).toBe(0)
    expect(text).toContain("restore <file>")
    const elsewhere = join(app.dataDir, "elsewhere")
    mkdirSync(elsewhere)
    await leaveSocket(elsewhere)
    expect(await operate(elsewhere, "help")).toEqual({
      code: 1,
      text: expect.stringMatching(/^No server is running on this data folder/),
    })
  })

  it.each([
    ["restore", []],
    ["restore", ["backup", "another"]],
    ["migrate", ["app"]],
    ["migrate", ["--role", "app"]],
    ["migrate", ["--grant"]],
    ["migrate", ["--grant", "app", "another"]],
  ])("says how %s is used, where it got %j", { tags: ["exhaustive"] }, async (command, words) => {
    const { code, text } = await operate(app.dataDir, command, ...words)
    expect(code).toBe(1)
    expect(text).toMatch(new RegExp(`^Usage: ${command} `))
  })
})
