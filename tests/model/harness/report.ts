/** The report of the model runs: one HTML page from the results of each machine. */
import type { Chart, ChartTransition } from "@financial-links/paths"

/** Counts per run of one state or transition. */
export interface Row {
  readonly id: string
  readonly runs: Readonly<Record<string, number>>
}

/** One path as it ran. */
export interface PathRun {
  readonly name: string
  readonly passed: boolean
  readonly elapsedMs: number
  /** Types of the triggered events, in order. */
  readonly events: readonly string[]
}

/** The result of one machine's paths, as plain data. */
export interface MachineReport {
  readonly machine: string
  readonly seed: string
  /** Unix time of the report. */
  readonly atMs: number
  readonly states: readonly Row[]
  readonly transitions: readonly Row[]
  /** Reasons by id. */
  readonly undriven: Readonly<Record<string, string>>
  readonly paths: readonly PathRun[]
}

/** One machine's report with its chart and drawing. */
export interface Part {
  readonly report: MachineReport
  readonly chart: Chart
  readonly svg: string
}

type Verdict = "covered" | "listed" | "missing"

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const timesOf = ({ runs }: Row): number => Object.values(runs).reduce((sum, times) => sum + times, 0)

const verdictOf = (row: Row, { undriven }: MachineReport): Verdict =>
  timesOf(row) > 0 ? "covered" : row.id in undriven ? "listed" : "missing"

const countOf = (rows: readonly Row[]): string =>
  `${rows.filter((row) => timesOf(row) > 0).length} of ${rows.length}`

const runsOf = (row: Row, { machine, paths }: MachineReport): string =>
  paths
    .flatMap(({ name }, index) => {
      const times = row.runs[name] ?? 0
      const often = times > 1 ? ` ×${times}` : ""
      return times === 0 ? [] : [`<a href="#${machine}-p${index + 1}">${escaped(name)}</a>${often}`]
    })
    .join(", ")

const rowOf = (report: MachineReport, row: Row, words: readonly string[]): string => {
  const verdict = verdictOf(row, report)
  const last = verdict === "listed" ? escaped(report.undriven[row.id] ?? "") : runsOf(row, report)
  return `<tr class="is-${verdict}">${words.map((word) => `<td>${escaped(word)}</td>`).join("")}<td class="times">${timesOf(row)}</td><td>${last}</td></tr>`
}

const pathOf = (chart: Chart, id: string): string =>
  chart.states.find((state) => state.id === id)?.path || chart.id

const saidOf = ({ event, guard }: ChartTransition): string => (guard === null ? event : `${event} [${guard}]`)

const statesTable = ({ report, chart }: Part): string => {
  const rows = report.states.map((row) => {
    const description = chart.states.find(({ id }) => id === row.id)?.description ?? ""
    return rowOf(report, row, [pathOf(chart, row.id), description])
  })
  return `<table><thead><tr><th>State</th><th>What is true in it</th><th>Times</th><th>In which runs</th></tr></thead><tbody>${rows.join("")}</tbody></table>`
}

const transitionsTable = ({ report, chart }: Part): string => {
  const rows = report.transitions.map((row) => {
    const known = chart.transitions.find(({ id }) => id === row.id)
    if (known === undefined) return rowOf(report, row, [row.id, "", "", ""])
    const targets = known.targets.map((id) => pathOf(chart, id)).join(", ")
    return rowOf(report, row, [
      pathOf(chart, known.source),
      saidOf(known),
      targets || "stays",
      known.description,
    ])
  })
  return `<table><thead><tr><th>In</th><th>Event</th><th>Leads to</th><th>Why</th><th>Times</th><th>In which runs</th></tr></thead><tbody>${rows.join("")}</tbody></table>`
}

const pathsTable = ({ report: { machine, paths } }: Part): string => {
  const rows = paths.map(
    ({ name, passed, elapsedMs, events }, index) =>
      `<tr id="${machine}-p${index + 1}" class="is-${passed ? "covered" : "missing"}"><td>${escaped(name)}</td><td>${passed ? "passed" : "failed"}</td><td class="times">${(elapsedMs / 1000).toFixed(1)} s</td><td>${escaped(events.join(" → "))}</td></tr>`,
  )
  return `<table><thead><tr><th>Run in the browser</th><th>Outcome</th><th>Took</th><th>What was brought about</th></tr></thead><tbody>${rows.join("")}</tbody></table>`
}

const tones: Readonly<Record<Verdict, string>> = {
  covered: "var(--good)",
  listed: "var(--known)",
  missing: "var(--bad)",
}

/** Chart colours by coverage of each state, arrow and label. */
const chartColours = ({ report, chart }: Part): string => {
  const scope = `#${report.machine} .chart`
  const quoted = (id: string): string => JSON.stringify(id)
  const states = report.states.map(
    (row) => `${scope} [data-state=${quoted(row.id)}]>.box{stroke:${tones[verdictOf(row, report)]}}`,
  )
  const transitions = report.transitions
    .toSorted((a, b) => timesOf(b) - timesOf(a))
    .flatMap((row) => {
      const tone = tones[verdictOf(row, report)]
      const arrows = `${scope} [data-transitions*=${quoted(row.id)}]{stroke:${tone}}`
      return [`${scope} [data-transition=${quoted(row.id)}]{fill:${tone}}`, arrows]
    })
  return `<style>${[...states, ...transitions].join("")}</style><div class="chart" role="region" aria-label="Chart of ${chart.id}" tabindex="0">`
}

const sectionOf = (part: Part): string => {
  const { machine, seed, atMs, states, transitions } = part.report
  const when = new Date(atMs).toISOString().slice(0, 16).replace("T", " ")
  return `<section id="${machine}"><h2>${escaped(machine)}</h2><p>${escaped(part.chart.description)}. ${countOf(states)} states, ${countOf(transitions)} transitions; seed ${escaped(seed)}, ${when} UTC.</p>${chartColours(part)}${part.svg}</div><h3>Transitions</h3>${transitionsTable(part)}<h3>States</h3>${statesTable(part)}<h3>Runs</h3>${pathsTable(part)}</section>`
}

const summaryRow = ({ report }: Part): string => {
  const { machine, states, transitions, undriven, paths } = report
  const isWhole = [...states, ...transitions].every((row) => verdictOf(row, report) !== "missing")
  const failed = paths.filter(({ passed }) => !passed).length
  const seconds = paths.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0) / 1000
  return `<tr class="is-${isWhole && failed === 0 ? "covered" : "missing"}"><td><a href="#${machine}">${escaped(machine)}</a></td><td>${countOf(states)}</td><td>${countOf(transitions)}</td><td>${Object.keys(undriven).length}</td><td>${paths.length}${failed > 0 ? `, ${failed} failed` : ""}</td><td class="times">${seconds.toFixed(0)} s</td></tr>`
}

const style = `:root{color-scheme:light dark;--ground:#f6f7f8;--surface:#fff;--ink:#152229;--quiet:#5a666d;--line:#d5dadd;--accent:#0f6674;--good:#1b7f4d;--known:#8a5a00;--bad:#b3261e}@media(prefers-color-scheme:dark){:root{--ground:#0d1417;--surface:#152024;--ink:#eef3f5;--quiet:#a3b0b6;--line:#2c3a40;--accent:#7ccbd8;--good:#5fd39a;--known:#f0b95a;--bad:#ff8a80}}*{box-sizing:border-box}body{margin:0 auto;max-width:1400px;padding:24px 16px;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}h1{font-size:28px;margin:0 0 4px}h2{font-size:22px;margin:48px 0 4px}h3{font-size:16px;margin:24px 0 8px}p{margin:0 0 12px;color:var(--quiet)}a{color:var(--accent)}table{width:100%;border-collapse:collapse;background:var(--surface);border:1px solid var(--line);display:block;overflow-x:auto}th,td{padding:8px 12px;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}th{color:var(--quiet);font-weight:600;white-space:nowrap}.times{font-variant-numeric:tabular-nums;text-align:right;white-space:nowrap}tr>td:first-child{border-left:4px solid transparent}.is-covered>td:first-child{border-left-color:var(--good)}.is-listed>td:first-child{border-left-color:var(--known)}.is-missing>td:first-child{border-left-color:var(--bad)}.chart{overflow:auto;max-height:80vh;border:1px solid var(--line)}.key{display:flex;gap:16px;flex-wrap:wrap;list-style:none;padding:0;margin:0 0 24px}.key li{padding-left:10px;border-left:4px solid}`

const key = `<ul class="key"><li style="border-color:var(--good)">taken in a browser</li><li style="border-color:var(--known)">cannot be driven, with the reason</li><li style="border-color:var(--bad)">never taken</li></ul>`

/** The whole page. Deterministic in its parts. */
export const reportPage = (parts: readonly Part[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>What the model runs cover</title><style>${style}</style><h1>What the model runs cover</h1><p>Paths made from the machines, played in a real browser against the real server.</p>${key}<table><thead><tr><th>Machine</th><th>States</th><th>Transitions</th><th>Not driven</th><th>Runs</th><th>Took</th></tr></thead><tbody>${parts.map(summaryRow).join("")}</tbody></table>${parts.map(sectionOf).join("")}</html>\n`
