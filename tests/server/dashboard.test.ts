// @module-tag exhaustive
/** The dashboard file against a real Prometheus that watches a server under load. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { joinMember } from "../chaos/member.ts"
import { prepareDataDir } from "../support/database.ts"
import { freePort } from "../support/postgres.ts"
import { findPrometheus, openPrometheus, type Prometheus, readPanels } from "../support/prometheus.ts"
import { type RunningServer, startServer } from "../support/server.ts"

const program = findPrometheus()
if (program === null) console.warn("\n*** NO prometheus: the queries of the dashboard are NOT TESTED. ***\n")

const LOAD_MS = 12_000
/** Contracts of the load end within this time. */
const SETTLED_MS = 3_000

describe.skipIf(program === null)("the dashboard of a server under load", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "links-dashboard-"))
  let server: RunningServer
  let prometheus: Prometheus
  let beganMs: number

  beforeAll(async () => {
    await prepareDataDir(dataDir)
    const metricsPort = await freePort()
    const env = {
      ...{ DATA_DIR: dataDir, DATABASE_URL: "", METRICS_PORT: String(metricsPort), DAY_MS: "1000" },
      ...{ TICK_MS: "100", WRITES_PER_MINUTE: "0", REGISTRATION_BONUS: "3000000.00" },
    }
    server = await startServer({ env })
    prometheus = await openPrometheus(program ?? "", metricsPort)
    beganMs = Date.now()
    const code = server.demo?.invitationCode ?? ""
    const member = await joinMember(server.url, code, "watched", 1)
    let isOver = false
    const work = member.work(server.url, () => isOver)
    await pause(LOAD_MS)
    isOver = true
    await work
    await pause(SETTLED_MS)
  })
  afterAll(async () => {
    await prometheus.stop()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it("shows figures in each of its panels", async () => {
    const panels = readPanels()
    expect(panels.length).toBeGreaterThan(8)
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        const series = await prometheus.query(expr, beganMs, Date.now())
        const values = series.flatMap(({ points }) => points.map(({ value }) => value))
        expect(values.filter(Number.isFinite).length, `${title}: ${expr}`).toBeGreaterThan(3)
      }
    }
  })

  it("shows the load and its effect", async () => {
    const most = async (expression: string): Promise<number> => {
      const series = await prometheus.query(expression, beganMs, Date.now())
      return Math.max(
        ...series.flatMap(({ points }) => points.map(({ value }) => value)).filter(Number.isFinite),
      )
    }
    const expressions = readPanels().flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const find = (name: string) => expressions.find((each) => each.includes(name)) ?? ""
    expect(await most(find("http_calls_total"))).toBeGreaterThan(0.5)
    expect(await most(find("settlement_changes_total"))).toBeGreaterThan(0)
    expect(await most(find("market_leader"))).toBe(1)
    expect(await most(find("database_up"))).toBe(1)
  })
})
