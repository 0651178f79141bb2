import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import {
  CommandRefused,
  help,
  parseCommand,
  printableFailure,
  readAssetName,
  readWhole,
} from "../../server/operator/command.ts"
import { operatorCommands } from "../../server/operator/commands.ts"

const parse = (...words: readonly string[]) => parseCommand(operatorCommands, words)

describe("the commands of operators", () => {
  it("stand in the docs, with their parameters and what each does", () => {
    const docs = readFileSync(join(import.meta.dirname, "../../docs/operator-commands.md"), "utf8")
    // of a page that is behind, take the lines from here
    expect(docs).toContain(`\`\`\`\n${help(operatorCommands)}\n\`\`\`\n`)
  })

  it("set no price of the market, no result of a contract and no level of a member", () => {
    const texts = operatorCommands.map(({ name, summary, parameters = [] }) => ({
      ...{
        name,
        text: [name, summary, ...parameters.map((each) => `${each.name} ${each.summary}`)].join(" "),
      },
    }))
    const near = texts.filter(({ text }) => /price|\btick\b|settle|result|profit|loss|stop/i.test(text))
    // what new contracts lose at most, comparisons, and settling by the prices alone
    expect(near.map(({ name }) => name).toSorted()).toEqual([
      ...["products add", "products set", "rebuild", "settlement held", "settlement retry"],
    ])
  })

  it("have each a name of one or two words, and a sentence", () => {
    const names = operatorCommands.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, summary, parameters = [] } of operatorCommands) {
      expect(name).toMatch(/^[a-z]+( [a-z-]+)?$/)
      expect(summary).toMatch(/^[A-Z].+\.$/s)
      expect(new Set(parameters.map((each) => each.name)).size).toBe(parameters.length)
      for (const each of parameters) {
        expect(each.name).toMatch(/^[a-z-]+$/)
        expect(each.summary).not.toBe("")
      }
    }
  })

  it("take no parameter that is needed after one that may be left out", () => {
    const behind = operatorCommands.filter(({ parameters = [] }) =>
      parameters.some(({ isOptional }, index) => isOptional !== true && parameters[index - 1]?.isOptional),
    )
    expect(behind.map(({ name }) => name)).toEqual([])
  })

  it("that decide need to say why, and only those that show, check, copy or take do not", () => {
    const showing = operatorCommands.filter(({ needsWhy }) => !needsWhy).map(({ name }) => name)
    const others = showing.filter((name) => !name.endsWith(" list"))
    expect(others.toSorted()).toEqual([
      ...[
        "backup",
        "check",
        "complaints acknowledge",
        "events",
        "liabilities show",
        "market clock",
        "market key",
        "market logs",
        "members find",
      ],
      ...["members statement", "password requests", "realname show", "rebuild", "settlement held"],
      ...["settlement retry", "uploads save", "withdrawals show", "withdrawals take"],
    ])
  })
})

describe("a command line", () => {
  it("names its values by position or by name", () => {
    const values = { member: "ada", amount: "5.00", reference: "r1" }
    expect(parse("balance", "increase", "ada", "5.00", "r1", "--why", " a gift ")).toMatchObject({
      command: { name: "balance increase" },
      values,
      why: "a gift",
    })
    expect(
      parse("balance", "increase", "--amount", "5.00", "--why", "a gift", "ada", "--reference", "r1"),
    ).toMatchObject({ values, why: "a gift" })
    expect(parse("balance", "increase", "5.00", "--member", "ada", "r1", "--why", "a gift")).toMatchObject({
      values,
    })
  })

  it("that is none says what there is", () => {
    expect(parse()).toEqual({ problem: `There is no such command.\n${help(operatorCommands)}` })
    expect(parse("balance")).toMatchObject({
      problem: expect.stringMatching(/^There is no such command\.\n/),
    })
  })

  it("says what is missing, too much, unknown or not justified, and how it is used", () => {
    const usage = 'Usage: members freeze <member> --why "…"'
    expect(parse("members", "freeze", "--why", "w")).toEqual({
      problem: `Missing: member (username).\n${usage}`,
    })
    expect(parse("members", "freeze", "ada", "bola", "--why", "w")).toEqual({
      problem: `Too much was given.\n${usage}`,
    })
    expect(parse("members", "freeze", "ada", "--until", "x", "--why", "w")).toEqual({
      problem: `Too much was given.\n${usage}`,
    })
    for (const why of [[], ["--why", ""], ["--why", "  "], ["--why"]])
      expect(parse("members", "freeze", "ada", ...why)).toEqual({ problem: `Say why: --why "…"\n${usage}` })
  })
})

describe("what an operator types", () => {
  it("has no control characters, but line breaks", () => {
    expect(parse("password", "code", "ada", "--why", "called\nback")).toMatchObject({
      values: { member: "ada" },
    })
    for (const words of [
      ["a\u001bda", "--why", "w"],
      ["ada", "--why", "\u202ew"],
    ])
      expect(parse("password", "code", ...words)).toMatchObject({
        problem: expect.stringMatching(/^Control characters are not accepted/),
      })
  })

  const refusal = <Value>(read: Effect.Effect<Value, CommandRefused>) =>
    Effect.runSync(Effect.flip(read)).message

  it("is a whole number within its bounds", () => {
    expect(Effect.runSync(readWhole("7", 0, 7))).toBe(7)
    for (const typed of ["", "8", "-1", "+1", "1.5", "1e0", " 1", "0x1", "0000000001"])
      expect(refusal(readWhole(typed, -5, 7)), typed).toBe(`Not a whole number from -5 to 7: ${typed}`)
  })

  it("is an asset in capital letters and digits", () => {
    expect(Effect.runSync(readAssetName("USDT"))).toBe("USDT")
    for (const typed of ["", "U", "usdt", "usdtUSDT", "USDT usdt", "US-DT", "U".repeat(13)])
      expect(refusal(readAssetName(typed)), typed).toBe(`Not an asset, such as USDT: ${typed}`)
  })
})

describe("a failure whose message holds what was stored", () => {
  it("prints one line, or one for each row", () => {
    const forged = "m1\u001b[2K\u202e\r\nada  +234 1\u2028"
    const escaped = String.raw`m1\u{001b}[2K\u{202e}\u{000d}\u{000a}ada  +234 1\u{2028}`
    expect(printableFailure(new CommandRefused({ message: forged }))).toBe(escaped)
    const lines = { message: "first\nsecond\u001b", rows: [{}, {}] }
    expect(printableFailure(new CommandRefused(lines))).toBe("first\nsecond\\u{001b}")
  })
})
