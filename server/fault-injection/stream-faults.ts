import type { Duplex } from "node:stream"
import { setTimeout as pause } from "node:timers/promises"
import { Context, Effect, Layer } from "effect"
import type { InjectedFault } from "../../src/contract/faults.ts"
import { StreamHandler, type StreamRequest } from "../stream/upgrade.ts"
import { type FaultInjector, scopesOf } from "./fault-injector.ts"

/** First byte of an unfragmented text frame. Other writes are control frames. */
const TEXT_FRAME = 0x81

const quoteTypes = ['"type":"snapshot"', '"type":"frame"']

/** Rules count messages with quotes only, not those about the member or the site. */
const isQuoteFrame = (chunk: Buffer): boolean =>
  chunk[0] === TEXT_FRAME && quoteTypes.some((type) => chunk.includes(type))

/** A text frame of fewer than 126 bytes. */
const smallFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([TEXT_FRAME, text.length]), Buffer.from(text)])

const malformed = smallFrame('{"type":"fra')
const misshapen = smallFrame('{"type":"frame","quotes":"none"}')

/** Applies faults to the frames written to a socket, in order. */
const patchWrites = (socket: Duplex, apply: () => InjectedFault | null): void => {
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
    const decided = apply()
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
        return put(malformed)
      case "misshapen":
        return put(misshapen)
      case "error":
      case "status":
        return void socket.destroy()
    }
  }
  const written = (...given: Parameters<typeof write>): boolean => {
    const [chunk] = given
    if (!Buffer.isBuffer(chunk) || !isQuoteFrame(chunk)) return write(...given)
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
  patchWrites(stream.socket, () => faults.apply(scopes, "stream"))
  accept(stream)
}

/** The quote stream with faults applied to its connections and frames. */
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
