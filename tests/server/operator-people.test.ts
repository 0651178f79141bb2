import { execFile } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sendCommand } from "../../server/operator/socket.ts"
import { fieldOf, openApp, type TestApp } from "../support/app.ts"

const why = ["--why", "a test"]
let app: TestApp
let token = ""
beforeAll(async () => {
  app = await openApp({ FOUR_EYES_ABOVE: "1000.00" })
  token = (await app.join("ada")).token
})
afterAll(() => app.stop())

type Options = Parameters<typeof sendCommand>[2]
const give = async (words: ReadonlyArray<string>, options?: Options) => {
  const response = await sendCommand(app.dataDir, words, options)
  if (response === null) throw new Error("no server answered")
  return response
}
const available = async () => fieldOf(await app.call("userInfo", {}, { token }), "available")
const increase = (amount: string) => ["balance", "increase", "ada", amount, ...why]

const run = promisify(execFile)
const operate = async (env: Readonly<Record<string, string>>, ...words: ReadonlyArray<string>) => {
  const entry = join(import.meta.dirname, "../../server/operator.ts")
  const options = { env: { ...process.env, DATA_DIR: app.dataDir, ...env } }
  return await run(process.execPath, [entry, ...words], options).then(
    ({ stdout }) => ({ code: 0, text: stdout.trim() }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: `${error.stdout}${error.stderr}`.trim(),
    }),
  )
}

describe("a command that is given again", () => {
  it("is done once for its key, at the same moment too, and says so", async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 4 }, () => give(increase("10.00"), { key })))
    expect(answers.map(({ isDone }) => isDone)).toEqual([true, true, true, true])
    expect(answers.filter(({ text }) => text.startsWith("Done already by "))).toHaveLength(3)
    expect(await available()).toBe("10.00")
    const other = await give(increase("20.00"), { key })
    expect(other).toMatchObject({ isDone: false, text: expect.stringContaining("another command") })
    expect(await available()).toBe("10.00")
  })

  it("was refused before, is tried again", async () => {
    const key = randomUUID()
    const decrease = ["balance", "decrease", "ada", "12.00", ...why]
    expect((await give(decrease, { key })).text).toMatch(/less than/)
    await app.advance(1)
    await give(increase("2.00"))
    await app.advance(1)
    expect((await give(decrease, { key })).text).toMatch(/0\.00 available/)
  })

  it("says its key when the server ended before it answered", async () => {
    const folder = join(app.dataDir, "ending")
    mkdirSync(folder)
    const ending = createServer((socket) => socket.once("data", () => socket.destroy()))
    await new Promise<void>((resolve) => ending.listen(join(folder, "operator-1.sock"), resolve))
    const answer = await sendCommand(folder, increase("5.00"), { key: "the-key" })
    ending.close()
    expect(answer).toMatchObject({ isDone: false, text: expect.stringContaining("--key the-key") })
  })
})

describe("what a command prints", () => {
  it("is JSON where that is requested", async () => {
    const found = await operate({}, "members", "find", "AD", "--json")
    expect(JSON.parse(found.text)).toMatchObject([{ member: "ada", available: "0.00" }])
    const refused = await operate({}, "members", "statement", "nobody", "--json")
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.text)).toEqual({ error: "There is no member nobody." })
  })

  it("is a member's statement, whose sums are those of the balance", async () => {
    const { isDone, output } = await give(["members", "statement", "ada"])
    expect(isDone).toBe(true)
    expect(output).toMatchObject({
      rows: [
        { code: 200, amount: "10.00", available: "10.00", reason: "a test" },
        { code: 200, amount: "2.00", available: "12.00" },
        { code: 100, amount: "-12.00", available: "0.00" },
      ],
      note: "Available before: 0.00; after: 0.00.",
    })
    const later = await give(["members", "statement", "ada", "--from", "2999-01-01"])
    expect(later.output).toMatchObject({ rows: [] })
    expect((await give(["members", "statement", "ada", "--from", "tomorrow"])).text).toMatch(/Not a day/)
    expect((await give(["events"])).text).toContain("members statement")
  })
})

describe("operators", () => {
  const keys = { bola: "", chidi: "" }

  it("need no key before the first of them was added, and cannot move much", async () => {
    const answer = await give(increase("1000.01"))
    expect(answer).toMatchObject({ isDone: false, text: expect.stringContaining("add people first") })
    expect((await give(["people", "add", "Bola!", ...why])).text).toMatch(/Not a name/)
    keys.bola = (await give(["people", "add", "bola", ...why])).text
    expect(keys.bola).toMatch(/^[\w-]{43}$/)
  })

  it("need their own key from then on", async () => {
    expect((await give(["events"])).text).toMatch(/OPERATOR_KEY/)
    expect((await give(["events"], { secret: keys.chidi })).text).toMatch(/No operator has this key/)
    expect((await give(["help"])).isDone).toBe(true)
    const file = join(app.dataDir, "bola.key")
    writeFileSync(file, `${keys.bola}\n`)
    const added = await operate({ OPERATOR_KEY_FILE: file }, "people", "add", "chidi", ...why)
    expect(added.code).toBe(0)
    keys.chidi = added.text
    const listed = await operate({ OPERATOR_KEY: keys.chidi }, "people", "list", "--json")
    expect(JSON.parse(listed.text)).toMatchObject([{ name: "bola" }, { name: "chidi" }])
    const events = await give(["events"], { secret: keys.bola })
    expect(events.output).toContainEqual(
      expect.objectContaining({ who: "bola", command: "people add", subject: "chidi" }),
    )
  })

  it("agree by two about an amount above the configured one", async () => {
    const bola = { secret: keys.bola }
    const before = Number(await available())
    expect((await give(increase("1000.00"), bola)).text).toMatch(/available now/)
    expect((await give(increase("5000.00"), bola)).text).toMatch(/second person/)
    expect((await give(increase("5000.00"), bola)).text).toMatch(/second person/)
    expect(Number(await available())).toBe(before + 1000)
    expect((await give(["proposals", "list"], bola)).output).toMatchObject([{ who: "bola", why: "a test" }])
    const another = await give(increase("5000.01"), { secret: keys.chidi })
    expect(another.text).toMatch(/second person/)
    const both = await Promise.all([1, 2, 3].map(() => give(increase("5000.00"), { secret: keys.chidi })))
    expect(both.filter(({ text }) => text.includes("available now"))).toHaveLength(1)
    expect(Number(await available())).toBe(before + 6000)
    const waiting = await give(["proposals", "list"], bola)
    expect(JSON.stringify(waiting.output)).not.toContain("bola")
    const events = await give(["events"], bola)
    const increased = { command: "balance increase", why: "a test" }
    expect(events.output).toContainEqual(
      expect.objectContaining({
        ...increased,
        who: "chidi",
        detail: expect.stringMatching(/amount: 5000\.00, .*proposed_by: bola$/),
      }),
    )
    expect(events.output).toContainEqual(
      expect.objectContaining({
        ...increased,
        who: "bola",
        detail: expect.stringMatching(/^amount: 1000\.00, posting: \S+$/),
      }),
    )
  })

  it("lose their key when it is replaced or they are removed, but the last one stays", async () => {
    const bola = { secret: keys.bola }
    const replaced = await give(["people", "key", "chidi", ...why], bola)
    expect((await give(["events"], { secret: keys.chidi })).isDone).toBe(false)
    expect((await give(["events"], { secret: replaced.text })).isDone).toBe(true)
    expect((await give(["people", "remove", "chidi", ...why], bola)).isDone).toBe(true)
    expect((await give(["events"], { secret: replaced.text })).isDone).toBe(false)
    expect((await give(["people", "remove", "bola", ...why], bola)).text).toMatch(/last operator/)
    for (const command of ["key", "remove"])
      expect((await give(["people", command, "dayo", ...why], bola)).text).toBe("There is no operator dayo.")
    expect((await give(["people", "add", "chidi", ...why], bola)).text).toMatch(/^[\w-]{43}$/)
  })
})
