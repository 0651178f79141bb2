/**
 * A set of paths in words for people, for Mermaid, and as a test for Playwright. The same set gives
 * the same text.
 */
import type { EventObject } from "xstate"
import { LEFT_OUT, type Path, type PathSet, type PathStep } from "./path-set.ts"

export const FORMATS = ["json", "md", "mermaid", "playwright"] as const
export type Format = (typeof FORMATS)[number]

/**
 * Control characters, line breaks and marks of the writing direction: a terminal would show another
 * text than the file contains.
 */
const HIDDEN = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A machine from elsewhere may name its states as it likes, and say anything where it fails. */
export const inLine = (text: string): string => text.replaceAll(HIDDEN, " ")

/**
 * JSON with those characters escaped, for code and terminals; line breaks between its parts stay.
 */
const shownJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replaceAll(HIDDEN, (one) =>
    one === "\n" ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )

const payloadOf = ({ type: _, ...payload }: EventObject): string =>
  Object.keys(payload).length === 0 ? "" : shownJson(payload)

const inCell = (text: string): string => inLine(text).replaceAll("|", "\\|")

const totalsText = ({ totals, kind, to }: PathSet): string => {
  const { paths, steps, weight, states, transitions } = totals
  const where = to === null ? "" : ` to ${inLine(to)}`
  return `${kind}${where}: ${paths} ${paths === 1 ? "path" : "paths"}, ${steps} steps, weight ${weight}; ${states.reached} of ${states.all} states, ${transitions.taken} of ${transitions.all} transitions`
}

/** A transition that is taken many times in a row is written once. */
const inRuns = (ids: readonly string[]): readonly string[] =>
  ids
    .flatMap((id, index) => (id === ids[index - 1] ? [] : [index]))
    .map((from, run, starts) => {
      const count = (starts[run + 1] ?? ids.length) - from
      return count > 1 ? `\`${ids[from]}\` ×${count}` : `\`${ids[from]}\``
    })

const stepText = ({ event, state, transitions, meaning }: PathStep, index: number): string => {
  const payload = payloadOf(event)
  const said = payload === "" ? `\`${event.type}\`` : `\`${event.type}\` \`${payload}\``
  const taken = inRuns(transitions).join(", ")
  return `| ${index + 1} | ${[said, `\`${state}\``, meaning, taken].map(inCell).join(" | ")} |`
}

const pathText = ({ name, input, start, weight, steps }: Path): string => {
  const begun = `\`${inLine(start)}\`${input === undefined ? "" : `, with the input \`${shownJson(input)}\``}`
  return [
    `## ${inLine(name)} (weight ${weight})`,
    "",
    `Begins in ${begun}${steps.length === 0 ? ", and is there" : ""}.`,
    "",
    ...(steps.length === 0
      ? []
      : [
          "| | Event | Then in | Because | Transitions |",
          "|---|---|---|---|---|",
          ...steps.map(stepText),
          "",
        ]),
  ].join("\n")
}

/**
 * What this set merely leaves out is counted; what cannot be reached at all is named with the
 * reason.
 */
const missedText = (title: string, all: PathSet["missed"]["states"]): readonly string[] => {
  const missed = all.filter(({ reason }) => !reason.startsWith(LEFT_OUT))
  const others = all.length - missed.length
  return [
    ...list(title, missed),
    ...(others === 0
      ? []
      : ["", `${title}: ${others} that this set leaves out; \`--kind coverage\` comes to them.`]),
  ]
}

const list = (title: string, missed: PathSet["missed"]["states"]): readonly string[] =>
  missed.length === 0
    ? []
    : ["", `## ${title}`, "", ...missed.map(({ id, reason }) => inLine(`- \`${id}\`: ${reason}`))]

const markdownOf = (set: PathSet): string =>
  [
    `# Paths of ${inLine(set.machine)}`,
    "",
    `${totalsText(set)}.`,
    ...set.bounds.map((bound) => `\nBounded: ${bound}.`),
    "",
    ...set.paths.map(pathText),
    ...missedText("States not reached", set.missed.states),
    ...missedText("Transitions not taken", set.missed.transitions),
    "",
  ].join("\n")

const plain = (text: string): string => inLine(text).replaceAll(/[;:#"]/g, " ")

/** One diagram: each path is a state that holds its sequence of states. */
const mermaidOf = (set: PathSet): string => {
  const composite = ({ name, start, steps }: Path, path: number): string => {
    const states = [start, ...steps.map(({ state }) => state)]
    const id = (index: number): string => `p${path + 1}s${index}`
    return [
      `  state "${plain(name)}" as p${path + 1} {`,
      "    direction LR",
      ...states.map((state, index) => `    state "${plain(state)}" as ${id(index)}`),
      `    [*] --> ${id(0)}`,
      ...steps.map(({ event }, index) => `    ${id(index)} --> ${id(index + 1)} : ${plain(event.type)}`),
      "  }",
    ].join("\n")
  }
  const head = `%% ${plain(set.machine)}, ${plain(totalsText(set))}`
  return `${[head, "stateDiagram-v2", "  direction TB", ...set.paths.map(composite)].join("\n")}\n`
}

/** The state before a step and after it, and the event that follows. */
const momentOf = (start: string, steps: readonly PathStep[], index: number) => ({
  from: steps[index - 1]?.state ?? start,
  to: steps[index]?.state ?? start,
  next: steps[index + 1]?.event.type ?? null,
})

/** A name for a file; the id of a machine may be any text. */
export const fileName = (id: string): string =>
  id.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[-.]+|-+$/g, "") || "machine"

/**
 * A test file with one import: `MACHINE.driver.ts`, which says how each event is caused between two
 * states and what each state looks like.
 */
const playwrightOf = (set: PathSet): string => {
  const test = ({ name, input, start, steps }: Path): string =>
    [
      `test(${shownJson(`${set.machine}, ${name}`)}, async ({ page }) => {`,
      `  await begin(page, ${shownJson(input ?? null)})`,
      `  await see(page, ${shownJson(start)})`,
      ...steps.flatMap(({ event, state, meaning }, index) => [
        `  await test.step(${shownJson(meaning === "" ? event.type : `${event.type}: ${meaning}`)}, async () => {`,
        `    await bringAbout(page, ${shownJson(event)}, ${shownJson(momentOf(start, steps, index))})`,
        `    await see(page, ${shownJson(state)})`,
        "  })",
      ]),
      "})",
      "",
    ].join("\n")
  const driver = `${fileName(set.machine)}.driver.ts`
  return [
    `// Written by xstate-paths: ${totalsText(set)}.`,
    `// ${driver} says how: begin(page, input), bringAbout(page, event, { from, to, next }), see(page, state).`,
    'import { test } from "@playwright/test"',
    `import { begin, bringAbout, see } from ${shownJson(`./${driver}`)}`,
    "",
    ...set.paths.map(test),
  ].join("\n")
}

export const formatted = (set: PathSet, format: Format): string => {
  if (format === "md") return markdownOf(set)
  if (format === "mermaid") return mermaidOf(set)
  if (format === "playwright") return playwrightOf(set)
  return `${shownJson(set, 2)}\n`
}
