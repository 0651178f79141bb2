import { createHash, randomUUID } from "node:crypto"
import { chmodSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { connect, createServer, type Server, type Socket } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Cause, type Context, Effect, Exit, Layer, Option, Schema } from "effect"
import { Config } from "../config.ts"
import type { Db } from "../db/db.ts"
import {
  type CommandOutput,
  CommandRefused,
  type Failure,
  help,
  type OperatorCommand,
  parseCommand,
  printable,
  printableFailure,
  printableLines,
} from "./command.ts"
import { identify } from "./people.ts"
import { runCommand } from "./run-command.ts"

/** One JSON line in each direction. */
const OperatorRequest = Schema.fromJsonString(
  Schema.Struct({
    /** Name of the user on this machine. */
    who: Schema.String,
    words: Schema.Array(Schema.String),
    /** The operator's own key. */
    secret: Schema.NullOr(Schema.String),
    /** The idempotency key of the command. */
    key: Schema.String,
  }),
)
const OperatorResponse = Schema.fromJsonString(
  Schema.Struct({
    isDone: Schema.Boolean,
    text: Schema.String,
    /** Rows, rows with a note, or the text. */
    output: Schema.Unknown,
  }),
)
type OperatorResponse = typeof OperatorResponse.Type

const lineMax = 1_000_000
const encodeResponse = Schema.encodeSync(OperatorResponse)
const decodeRequest = Schema.decodeUnknownOption(OperatorRequest)

/**
 * Serves operator commands on a private socket in the data folder: only for this machine and this
 * user, and unreachable from the network.
 */
export const operatorLayer = <R>(
  commands: ReadonlyArray<OperatorCommand<R>>,
): Layer.Layer<never, never, R | Config | Db> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const services = yield* Effect.context<R | Config | Db>()
      const { dataDir } = yield* Config
      const path = operatorSocket(dataDir, process.pid)
      yield* Effect.promise(() => clearLeftovers(operatorSockets(dataDir)))
      yield* Effect.acquireRelease(
        listen(path, (request) => answer(commands, services, request)),
        (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void))),
      )
    }),
  )

const answer = async <R>(
  commands: ReadonlyArray<OperatorCommand<R>>,
  services: Context.Context<R | Config | Db>,
  line: string,
): Promise<OperatorResponse> => {
  const request = Option.getOrNull(decodeRequest(line))
  if (request === null) return failed("The server did not understand.")
  const { who, words, secret, key } = request
  if (words.length === 0 || words[0] === "help")
    return { isDone: true, text: help(commands), output: help(commands) }
  const read = parseCommand(commands, words)
  if ("problem" in read) return failed(printableLines(read.problem))
  const exit = await Effect.runPromiseExitWith(services)(
    Effect.flatMap(identify(who, secret), (operator) => runCommand(read, operator, key)),
  )
  return Exit.isSuccess(exit) ? done(exit.value) : failedWith(exit.cause)
}

const done = (output: CommandOutput): OperatorResponse => ({ isDone: true, text: print(output), output })
const failed = (text: string, output: unknown = null): OperatorResponse => ({
  ...{ isDone: false, text, output },
})

const failedWith = (cause: Cause.Cause<Failure>): OperatorResponse => {
  const reason = cause.reasons.find((one) => one._tag === "Fail")
  if (reason === undefined) {
    console.error(`operator: ${Cause.pretty(cause)}`)
    return failed("The server failed; its log says how.")
  }
  const { error } = reason
  if ("reason" in error) return failed(`Refused: ${error.reason}`)
  return failed(printableFailure(error), error instanceof CommandRefused ? (error.rows ?? null) : null)
}

/** A cell in one line; what is wide apart in it would look like further cells. */
const cellOf = (value: unknown): string => printable(String(value ?? "–")).replace(/\s{2,}/gu, " ")

/** Prints a sentence, rows as a table with a header, a note below its rows. */
const print = (report: CommandOutput): string => {
  if (typeof report === "string") return printable(report)
  if ("note" in report) return `${print(report.rows)}\n${printable(report.note)}`
  const names = Object.keys(report[0] ?? {})
  if (names.length === 0) return "Nothing."
  const lines = [names, ...report.map((row) => names.map((name) => cellOf(row[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => [...(line[column] ?? "")].length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}

const listen = (path: string, reply: (line: string) => Promise<OperatorResponse>): Effect.Effect<Server> =>
  Effect.callback<Server>((resume) => {
    const server = createServer((socket) => converse(socket, reply))
    server.on("error", (error) => resume(Effect.die(error)))
    // The folder is private; the umask makes the socket private from its creation on.
    const mask = process.platform === "win32" ? null : process.umask(0o177)
    server.listen(path, () => {
      if (mask !== null) chmodSync(path, 0o600)
      resume(Effect.succeed(server))
    })
    if (mask !== null) process.umask(mask)
  })

const converse = (socket: Socket, reply: (line: string) => Promise<OperatorResponse>): void => {
  let received = ""
  socket.setEncoding("utf8")
  socket.on("error", () => socket.destroy())
  socket.on("data", (chunk: string) => {
    received += chunk
    if (received.length > lineMax) return void socket.destroy()
    const end = received.indexOf("\n")
    if (end < 0) return
    socket.removeAllListeners("data")
    void reply(received.slice(0, end)).then((response) => socket.end(`${encodeResponse(response)}\n`))
  })
}

/** Removes the sockets of killed servers: those that refuse connections. */
const clearLeftovers = async (paths: ReadonlyArray<string>): Promise<void> => {
  for (const path of paths) {
    const isAlive = await new Promise<boolean>((resolve) => {
      const probe = connect(path)
      probe.once("connect", () => resolve(true))
      probe.once("error", () => resolve(false))
      probe.once("connect", () => probe.destroy())
    })
    if (!isAlive) rmSync(path, { force: true })
  }
}

const pathMaxBytes = 100
const isPipe = process.platform === "win32"
const nameOf = (dataDir: string): string => createHash("sha256").update(dataDir).digest("hex").slice(0, 16)

/**
 * A private folder: the data folder, or one in the temporary folder where the path would be too
 * long for a socket.
 */
const folderOf = (dataDir: string): string =>
  Buffer.byteLength(join(dataDir, "operator-4194304.sock")) <= pathMaxBytes
    ? dataDir
    : join(tmpdir(), `financial-links-${userInfo().username}-${nameOf(dataDir)}`)

/** Path of the operator socket of a server process. */
const operatorSocket = (dataDir: string, pid: number): string => {
  if (isPipe) return `\\\\.\\pipe\\financial-links-${nameOf(dataDir)}-${pid}`
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  return join(folderOf(dataDir), `operator-${pid}.sock`)
}

/** Paths of all operator sockets on this data folder. Some may belong to killed servers. */
export const operatorSockets = (dataDir: string): ReadonlyArray<string> => {
  const folder = isPipe ? "\\\\.\\pipe\\" : folderOf(dataDir)
  const pattern = isPipe ? new RegExp(`^financial-links-${nameOf(dataDir)}-\\d+$`) : /^operator-\d+\.sock$/
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .map((name) => (isPipe ? `${folder}${name}` : join(folder, name)))
  } catch {
    return []
  }
}

interface Command {
  readonly words: ReadonlyArray<string>
  readonly secret: string | null
  readonly key: string
}

/** Null: no server listens. "silent": it ended before it answered. */
const ask = (path: string, command: Command): Promise<string | "silent" | null> =>
  new Promise((resolve) => {
    const socket = connect(path)
    let isSent = false
    socket.once("connect", () => {
      isSent = true
      socket.write(`${Schema.encodeSync(OperatorRequest)({ who: userInfo().username, ...command })}\n`)
    })
    // The readline interface re-emits the socket's errors. The socket file of a killed server
    // refuses connections.
    const end = (): void => resolve(isSent ? "silent" : null)
    createInterface(socket).once("line", resolve).once("error", end)
    socket.once("close", end)
  })

/**
 * Sends a command to the server that runs on this data folder. Null when none runs. `key` makes a
 * repeated command harmless; `secret` is the operator's own key.
 */
export const sendCommand = async (
  dataDir: string,
  words: ReadonlyArray<string>,
  { key = randomUUID(), secret = null }: Partial<Pick<Command, "key" | "secret">> = {},
): Promise<OperatorResponse | null> => {
  for (const path of operatorSockets(dataDir)) {
    const line = await ask(path, { words, secret, key })
    if (line === "silent")
      return failed(
        `The server ended before it answered. Give the command again with --key ${key}: it is not done twice.`,
      )
    const response = Schema.decodeUnknownOption(OperatorResponse)(line)
    if (Option.isSome(response)) return response.value
  }
  return null
}
