/** Timers that pass faster for the app than for the test, whose network is real. */
import { setTimeout as sleep } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import { afterEach, beforeEach, expect, vi } from "vitest"

/** Timers stand still in each test of the file, but while it waits by the functions below. */
export const fastTimers = (): void => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }),
  )
  afterEach(() => void vi.useRealTimers())
}

/** Waits until this is seen. */
export const seen = async (read: () => unknown, wanted: unknown): Promise<void> => {
  for (let turn = 0; turn < 2_000 && !isDeepStrictEqual(read(), wanted); turn += 1) {
    await sleep(1)
    await vi.advanceTimersByTimeAsync(25)
  }
  expect(read()).toEqual(wanted)
}

/** What a promise resolves to. */
export const settled = async <Value>(promise: Promise<Value>): Promise<Value> => {
  let isSettled = false
  const settling = promise.finally(() => {
    isSettled = true
  })
  await Promise.race([settling, seen(() => isSettled, true)])
  return await settling
}
