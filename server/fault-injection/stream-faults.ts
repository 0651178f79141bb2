import type { Duplex } from "node:stream"
import { setTimeout as pause } from "node:timers/promises"
import { Context, Effect, Layer } from "effect"
import type { InjectedFault } from "../../src/contract/faults.ts"
import { StreamHandler, type StreamRequest } from "../stream/stream-handler.ts"
import { type FaultInjector, scopesOf } from "./fault-injector.ts"

/** Begins a whole text message; everything else on the connection is the protocol's own. */
const TEXT_FRAME = 0x81

/** A text message of less than 126 bytes. */
const smallFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([TEXT_FRAME, text.length]), Buffer.from(text)])

const broken = smallFrame('{"type":"fra')
const bent = smallFrame('{"type":"frame","quotes":"none"}')

/** Has the frames that are written to a connection meet what `meet` decides, in their order. */
const tamper = (socket: Duplex, meet: () => InjectedFault | null): void => {
  const write = socket.write.bind(socket)
  let line: Promise<void> = Promise.resolve()
  let late: Buffer | null = null
  const put = (frame: Buffer): void => {
    if (!socket.destroyed) write(frame)
    const overtaken = late
    late = null
    if (overtaken !== null && !socket.destroyed) write(overtaken)
  }
  const hold = (frame: Buffer, waitMs: number): void => {
    late = frame
    setTimeout(() => {
      if (late !== frame) return
      late = null
      if (!socket.destroyed) write(frame)
    }, waitMs).unref()
  }
  const pass = async (frame: Buffer): Promise<void> => {
    const decided = meet()
    if (decided === null) return put(frame)
    const { fault, delayMs } = decided
    switch (fault.kind) {
      case "delay":
        await pause(delayMs)
        return put(frame)
      case "drop":
        return fault.how === "cut" ? void socket.destroy() : undefined
      case "duplicate":
        put(frame)
        return put(frame)
      case "reorder":
        return hold(frame, fault.waitMs)
      case "malformed":
        return put(broken)
      case "misshapen":
        return put(bent)
      case "error":
      case "status":
        return void socket.destroy()
    }
  }
  const written = (...given: Parameters<typeof write>): boolean => {
    const [chunk] = given
    if (!Buffer.isBuffer(chunk) || chunk[0] !== TEXT_FRAME) return write(...given)
    line = line.then(() => pass(chunk)).catch(() => void socket.destroy())
    return true
  }
  Object.assign(socket, { write: written })
}

const open = async (
  faults: FaultInjector,
  accept: (stream: StreamRequest) => void,
  stream: StreamRequest,
): Promise<void> => {
  const scopes = scopesOf(stream.request, stream.session.memberId)
  const decided = faults.apply(scopes, "stream.open")
  if (decided !== null && decided.fault.kind !== "delay") return void stream.socket.destroy()
  if (decided !== null) await pause(decided.delayMs)
  tamper(stream.socket, () => faults.apply(scopes, "stream"))
  accept(stream)
}

/** The quote stream as it arrives where the lab has its way with it. */
export const withStreamFaults = <R>(
  faults: FaultInjector,
  stream: Layer.Layer<StreamHandler, never, R>,
): Layer.Layer<StreamHandler, never, R> =>
  Layer.effect(
    StreamHandler,
    Effect.gen(function* () {
      const { accept } = Context.get(yield* Layer.build(stream), StreamHandler)
      return StreamHandler.of({ accept: (request) => void open(faults, accept, request) })
    }),
  )
