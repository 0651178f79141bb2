// before the first use of a schema: each is compiled once instead of interpreted at every use
import "effect/schema/SchemaJITCompiler/enable"
import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, writeSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Predicate } from "effect"
import type { RunningApp } from "./app.ts"
import { addressOf } from "./config/address.ts"
import { readSettings, type Settings } from "./config.ts"
import { embeddedFolder } from "./db/database.ts"
import { type MarketSettings, marketSettingsOf } from "./market/config.ts"

const announce = ({ url, demo }: RunningApp, settings: Settings): void => {
  const port = Number(new URL(url).port)
  console.log(`Financial Links is ready at ${addressOf({ ...settings, port })}`)
  if (demo === null) return
  console.log(`Demo login: ${demo.username}, password ${demo.password}`)
  console.log(`Invitation code for new members: ${demo.invitationCode}`)
  console.log("All money is simulated.")
}

/** Writes one JSON line for the program that started the server. */
const report = ({ url, demo }: RunningApp, readyFd: number | null): void => {
  if (readyFd !== null) writeSync(readyFd, `${JSON.stringify({ url, demo })}\n`)
}

/** The message of a tagged error; the full stack of anything else, which is a defect. */
const sentenceOf = (thrown: unknown): string => {
  if (Predicate.hasProperty(thrown, "_tag")) return thrown instanceof Error ? thrown.message : String(thrown)
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}

const end = (code: number) => process.exit(code)

/** A service manager kills after ten seconds or more; the server ends itself before that. */
const stopWithinMs = 9_500

/**
 * Ends the process whatever its threads do. `process.exit` waits for the engine's thread, which may
 * be inside a system call that does not return.
 */
const cut = () => process.kill(process.pid, "SIGKILL")

const giveUp = () => {
  console.error("The shutdown took too long and was cut. Unanswered operations can be queried by their key.")
  cut()
}

/** The first signal shuts down gracefully within ten seconds, the second exits at once. */
const stopOnSignals = (app: RunningApp): void => {
  let isStopping = false
  const stop = () => {
    if (isStopping) return cut()
    isStopping = true
    setTimeout(giveUp, stopWithinMs).unref()
    app.stop().then(
      () => end(0),
      (thrown: unknown) => {
        console.error(thrown)
        end(1)
      },
    )
  }
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
}

/** The argument of the process that makes the demo's past. */
const MAKE_PAST = "--make-demo-past"

/** Makes the past and ends, also when the server ends first. What fails is reported by the server's start. */
const makePastHere = async (settings: Settings, market: MarketSettings): Promise<void> => {
  process.once("disconnect", cut)
  const { runPast } = await import("./demo/past-process.ts")
  await runPast(settings, market).catch((thrown: unknown) => {
    if (!Predicate.hasProperty(thrown, "_tag")) console.error(thrown)
  })
  end(0)
}

/**
 * Makes the demo's past in a process of its own, whose memory is free again when the server starts. The
 * modules of both are loaded then, so that they are never in memory twice.
 */
const makePastApart = async (): Promise<void> => {
  await once(fork(fileURLToPath(import.meta.url), [MAKE_PAST]), "exit")
}

try {
  const settings = readSettings(process.env)
  const market = marketSettingsOf(process.env, settings.dayMs)
  if (process.argv[2] === MAKE_PAST) await makePastHere(settings, market)
  if (settings.demoPast && !existsSync(embeddedFolder(settings))) await makePastApart()
  const { startApp } = await import("./app.ts")
  const app = await startApp(settings, market)
  stopOnSignals(app)
  announce(app, settings)
  report(app, settings.readyFd)
} catch (thrown) {
  console.error(sentenceOf(thrown))
  end(1)
}
