/** The table of limits in docs/operation.md against the constants of the server. */
import { globSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

interface Constant {
  readonly file: string
  readonly name: string
  /** The numbers in its value; those of an object without its times. */
  readonly numbers: ReadonlyArray<number>
}

const declared = /^(?:export )?const (\w+)(?:: \w+)? = (?:(\{[^{}]*\})|([\d_ *.]+))(?: as const)?$/gm
const product = (text: string): number =>
  text.split("*").reduce((total, factor) => total * Number(factor.replaceAll("_", "")), 1)

const numbersOf = (object: string | undefined, single: string | undefined): ReadonlyArray<number> =>
  object === undefined
    ? [product(single ?? "")]
    : [...object.matchAll(/(\w+): ([\d_ *.]+)/g)].flatMap(([, key = "", value = ""]) =>
        key.endsWith("Ms") ? [] : [product(value)],
      )

const constantsOf = (file: string, text = readFileSync(file, "utf8")): ReadonlyArray<Constant> =>
  [...text.matchAll(declared)].map(([, name = "", object, single]) => ({
    file,
    name,
    numbers: numbersOf(object, single),
  }))

const namesLimit = /MAX(?!_DEVICE)|LIMIT|AT_ONCE|_PER_|Max(?![a-z]*Ms)|[lL]imits?$|[aA]tOnce|PerHour|STALLED/

/** What bounds a piece of work, a wait or a list that is answered, and nothing that a caller makes grow. */
const OF_WORK: Readonly<Record<string, ReadonlyArray<string>>> = {
  "rows that one statement reads, writes or removes": [
    "server/core/images.ts removedAtOnce",
    "server/core/invitation-counts.ts FOLDED_AT_ONCE",
    "server/core/void-keys.ts ROWS_AT_ONCE",
    "server/db/backup.ts portionRowsMax",
    "server/db/restore.ts portionRowsMax",
    "server/members/sessions.ts EXPIRED_AT_ONCE",
    "server/operator/automatic-reviewer.ts roundMax",
    "server/orders/order-writer.ts BATCH_MAX",
    "server/settlement/dead-letters.ts RETRIES_PER_PASS",
    "server/settlement/dead-letters.ts TICKS_AT_ONCE",
    "server/settlement/worker.ts BATCHES_AT_ONCE",
    "server/settlement/worker.ts LATE_TICKS_MAX",
  ],
  "entries that an answer or a message names": [
    "server/content/home-content.ts entriesMax",
    "server/core/book-checks.ts NAMED_MAX",
    "server/market/statistics.ts SETTLED_MAX",
    "server/members/logins.ts shownMax",
    "server/members/member-record.ts COUNTED_MAX",
    "server/operator/member-commands.ts membersShownMax",
    "server/operator/review-commands.ts shownMax",
    "server/operator/statement-commands.ts changesMax",
    "server/operator/statement-commands.ts foundMax",
    "server/settlement/dead-letters.ts REASON_MAX",
  ],
  "waits and repetitions": [
    "server/push/deliver-notices.ts ATTEMPTS_MAX",
    "server/push/deliver-notices.ts PAUSE_MAX_MS",
    "server/push/send-push.ts WAIT_MAX_MS",
  ],
  "lengths of what fits into a bounded body or head, and values of a configuration": [
    "server/http/api.ts tokenMax",
    "server/market/config.ts TICKS_A_DAY_MAX",
    "server/members/login.ts typedMax",
    "server/operator/product-commands.ts leverageMax",
    "server/operator/product-commands.ts nameMax",
    "server/operator/product-commands.ts periodMaxDays",
    "server/operator/site-commands.ts linkNameMax",
    "server/operator/socket.ts pathMaxBytes",
  ],
  "the size of the engine's own heap": ["server/db/engine-thread.ts resourceLimits"],
  "programs for tests and demonstrations": [
    "server/fault-injection/fault-injector.ts PLANS_MAX",
    "server/fault-injection/http-faults.ts bodyMax",
    "server/payment-simulator/simulator.ts BODY_MAX_BYTES",
    "server/payment-simulator/simulator.ts CHOICES_MAX",
  ],
}

const [, section = ""] = readFileSync("docs/operation.md", "utf8").split("\n## Limits\n")
const rows = (section.split("\n## ")[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| What"))
  .map((line) => line.slice(2, -2).split(" | "))

/** "`A`, `B` in `x.ts`, `C` in `y.ts` and `z.ts`": the constants of each file. */
const namedIn = (cell: string): ReadonlyArray<string> => {
  const named: string[] = []
  let names: string[] = []
  let isFiles = false
  for (const [, word = ""] of cell.matchAll(/`([^`]+)`/g)) {
    if (!word.includes("/")) {
      if (isFiles) names = []
      isFiles = false
      names.push(word)
    } else {
      isFiles = true
      named.push(...names.map((name) => `${word} ${name}`))
    }
  }
  return named
}

/** The figures of a cell: "20 000, 64 kB" says 20000 and 64 and 64 kB. */
const figuresOf = (cell: string): ReadonlySet<string> => {
  const text = cell.replaceAll(/(\d) (?=\d{3}\b)/g, "$1")
  return new Set(
    [...text.matchAll(/(\d+(?:\.\d+)?)( (?:kB|MB|s)\b)?/g)].flatMap(([all, bare = ""]) => [all, bare]),
  )
}

const isStated = (figures: ReadonlySet<string>, { name, numbers }: Constant): boolean =>
  numbers.every((number) => {
    const forms = name.endsWith("Ms") || name.endsWith("_MS") ? [`${number / 1_000} s`] : [String(number)]
    for (const [unit, sizes] of [
      ["kB", [1_024, 1_000]],
      ["MB", [1_024 * 1_024, 1_000_000]],
    ] as const)
      for (const size of sizes) forms.push(`${number / size} ${unit}`)
    return forms.some((form) => figures.has(form))
  })

const files = [...globSync("server/**/*.ts"), "src/domain/limits.ts"]
const all = new Map(
  files
    .flatMap((file) => constantsOf(file))
    .map((constant) => [`${constant.file} ${constant.name}`, constant]),
)
const inTable = new Map(
  rows.flatMap((cells) => namedIn(cells[2] ?? "").map((name) => [name, cells[1] ?? ""])),
)
const ofWork = new Set(Object.values(OF_WORK).flat())

describe("the table of limits", () => {
  it("has every limit of the server, or it bounds a piece of work only", () => {
    const limits = [...all.values()]
      .filter(({ file, name }) => file.startsWith("server/") && namesLimit.test(name))
      .map(({ file, name }) => `${file} ${name}`)
    expect(limits.length).toBeGreaterThan(50)
    expect(limits.filter((name) => !inTable.has(name) && !ofWork.has(name))).toEqual([])
  })

  it("names constants that exist, with their figures", () => {
    expect(inTable.size).toBeGreaterThan(40)
    expect(
      [...inTable.keys(), ...ofWork].filter((name) => !all.has(name) && !name.endsWith(" charges")),
    ).toEqual([])
    const wrong = [...inTable].filter(([name, cell]) => {
      const constant = all.get(name)
      return constant !== undefined && !isStated(figuresOf(cell), constant)
    })
    expect(wrong).toEqual([])
  })

  it("lists nothing twice", () => {
    expect([...ofWork].filter((name) => inTable.has(name))).toEqual([])
  })

  it.each([
    ["20 000, further ones are closed", "CONNECTIONS_MAX", [20_000], true],
    ["20 000, further ones are closed", "CONNECTIONS_MAX", [2_000], false],
    ["24, 4; 400, 32", "IMAGE_LIMITS", [24, 4, 400, 33], false],
    ["64 kB", "BODY_MAX_BYTES", [64 * 1_024], true],
    ["64 kB", "BODY_MAX_BYTES", [640], false],
    ["cut after 60 s", "READER_STALLED_MS", [6_000], false],
  ] as const)("compares “%s” with %s of %j", (cell, name, numbers, expected) => {
    expect(isStated(figuresOf(cell), { file: "", name, numbers })).toBe(expected)
  })
})
