/** A Prometheus that reads a server's private port every second, on the loopback. */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Schema } from "effect"
import { freePort } from "./postgres.ts"

const READY_WITHIN_MS = 60_000

/** The installed program, or null. */
export const findPrometheus = (): string | null =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "prometheus"))
    .find((path) => existsSync(path)) ?? null

/** A value at a time, in seconds since the epoch. */
const Sample = Schema.Tuple([Schema.Finite, Schema.String])
const Answer = Schema.Struct({
  status: Schema.Literal("success"),
  data: Schema.Struct({
    result: Schema.Array(
      Schema.Struct({ metric: Schema.Record(Schema.String, Schema.String), values: Schema.Array(Sample) }),
    ),
  }),
})
const decodeAnswer = Schema.decodeUnknownSync(Answer)

/** One line of a panel. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>
  readonly points: ReadonlyArray<{ readonly atMs: number; readonly value: number }>
}

export interface Prometheus {
  /** What an expression yields each second of a period. Throws for one that Prometheus refuses. */
  readonly query: (expression: string, fromMs: number, untilMs: number) => Promise<ReadonlyArray<Series>>
  readonly stop: () => Promise<void>
}

/** Starts Prometheus on the metrics of a private port. */
export const openPrometheus = async (program: string, metricsPort: number): Promise<Prometheus> => {
  const folder = mkdtempSync(join(tmpdir(), "links-prometheus-"))
  const port = await freePort()
  const settings = join(folder, "prometheus.yml")
  const target = `127.0.0.1:${metricsPort}`
  writeFileSync(
    settings,
    `global: { scrape_interval: 1s }\nscrape_configs: [{ job_name: links, static_configs: [{ targets: ["${target}"] }] }]\n`,
  )
  const args = [
    ...[`--config.file=${settings}`, `--storage.tsdb.path=${join(folder, "data")}`],
    ...[`--web.listen-address=127.0.0.1:${port}`, "--log.level=error"],
  ]
  const child: ChildProcess = spawn(program, args, { cwd: folder, stdio: "ignore" })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const deadlineAtMs = Date.now() + READY_WITHIN_MS
  while (!(await fetch(`${url}/-/ready`).catch(() => null))?.ok) {
    if (Date.now() > deadlineAtMs) throw new Error(`Prometheus: not ready within ${READY_WITHIN_MS} ms`)
    await pause(100)
  }
  return {
    query: async (expression, fromMs, untilMs) => {
      const asked = {
        query: expression,
        start: String(fromMs / 1_000),
        end: String(untilMs / 1_000),
        step: "1",
      }
      const answer: unknown = await (
        await fetch(`${url}/api/v1/query_range?${new URLSearchParams(asked)}`)
      ).json()
      return decodeAnswer(answer).data.result.map(({ metric, values }) => ({
        labels: metric,
        points: values.map(([seconds, value]) => ({ atMs: seconds * 1_000, value: Number(value) })),
      }))
    },
    stop: async () => {
      child.kill("SIGTERM")
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const Dashboard = Schema.Struct({
  panels: Schema.Array(
    Schema.Struct({
      title: Schema.String,
      gridPos: Schema.Struct({ x: Schema.Int, y: Schema.Int, w: Schema.Int, h: Schema.Int }),
      fieldConfig: Schema.Struct({ defaults: Schema.Struct({ unit: Schema.String }) }),
      targets: Schema.Array(Schema.Struct({ expr: Schema.String, legendFormat: Schema.String })),
    }),
  ),
})
export type Panel = (typeof Dashboard.Type)["panels"][number]

export const readPanels = (): ReadonlyArray<Panel> => {
  const path = join(import.meta.dirname, "../../docs/grafana-dashboard.json")
  return Schema.decodeUnknownSync(Schema.fromJsonString(Dashboard))(readFileSync(path, "utf8")).panels
}
