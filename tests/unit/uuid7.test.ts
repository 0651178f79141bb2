import { Schema } from "effect"
import { expect, it, vi } from "vitest"
import { Key } from "../../src/domain/entities.ts"
import { keyTimeMs } from "../../src/domain/operation.ts"
import { uuid7 } from "../../src/runtime/actors/uuid7.ts"

it("makes different keys that say when they were made, as UUIDs of version 7", () => {
  const beforeMs = Date.now()
  const keys = Array.from({ length: 1_000 }, uuid7)
  expect(new Set(keys).size).toBe(1_000)
  for (const key of keys) {
    expect(Schema.decodeUnknownSync(Key)(key)).toMatch(/^.{14}7.{4}[89ab]/u)
    const madeMs = keyTimeMs(key) ?? 0
    expect(madeMs).toBeGreaterThanOrEqual(beforeMs)
    expect(madeMs).toBeLessThanOrEqual(Date.now())
  }
})

it("keeps every random bit but those of version and variant", () => {
  const fill = (byte: number) =>
    vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
      if (bytes instanceof Uint8Array) bytes.fill(byte)
      return bytes
    })
  fill(0xff)
  expect(uuid7().slice(13)).toBe("-7fff-bfff-ffffffffffff")
  fill(0)
  expect(uuid7().slice(13)).toBe("-7000-8000-000000000000")
  vi.restoreAllMocks()
})
