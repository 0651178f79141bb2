/** What `check` says of a recording file: identical, the first step that differs, or why it is refused. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  createRecordings,
  hashOf,
  overallState,
  RECORDING_MAX_BYTES,
  RecordingRefused,
} from "@financial-links/journal"
import { checkRecording, print, reportCheck } from "@financial-links/journal/check"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { type Recording, recordings, writeRecording } from "../../src/devtools/recordings.ts"
import * as desk from "../support/loan-desk.ts"
import { recordingOf, recordOf } from "../support/recorded-actors.ts"
import { firstOf, forged, machines, orderEvents, recordedOf, streamOf } from "../support/recordings.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "check-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = (text: string, areStepsShown = false) => {
  const path = join(folder, "recording.json")
  writeFileSync(path, text)
  return checkRecording({ recordings, machines }, path, areStepsShown)
}

const recorded = () => recordedOf(streamOf("order", orderEvents))
const unchained = ({ chain: _, ...stream }: Recording["streams"][number]) => stream
const withStreams = (body: Recording, streams: Recording["streams"]): Recording => ({
  ...body,
  streams,
  state: overallState(streams),
})
const linesOf = async (text: string) => (await check(text)).text.trimEnd().split("\n")
const forgedLines = async (change: (body: Recording) => object) => linesOf(await forged(change))

describe("a recording", () => {
  it("is identical where it is replayed unchanged, with the state of each stream", async () => {
    const { text, isIdentical } = await check(writeRecording(await recorded()))
    expect(isIdentical).toBe(true)
    expect(text).toMatch(/^order {17}4 events {2}[0-9a-f]{12} {2}identical\nidentical {2}[0-9a-f]{64}\n$/)
  })

  it("is shown step by step, with the time of each and the state that it leads to", async () => {
    const { text } = await check(writeRecording(await recorded()), true)
    expect(text.split("\n").slice(0, 4)).toEqual([
      "     1  1970-01-01T00:00:01.000Z  order.open  → order: editing.untried",
      "     2  1970-01-01T00:00:01.000Z  order.change  → order: editing.untried",
      "     3  1970-01-01T00:00:01.000Z  order.leave  → order: editing.untried",
      "     4  1970-01-01T00:00:01.000Z  order.back  → order: editing.untried",
    ])
    const timeless = [{ type: "watchlist.add", symbol: "AAPL", at: 0 }]
    const other = await check(writeRecording(await recordedOf(streamOf("watchlist", timeless))), true)
    expect(other.text).toMatch(/^ {5}1 {2}- {2}watchlist\.add {2}→ watchlist: /)
  })

  it("is shown with the steps of actors, and with every state that is active at once", async () => {
    const path = join(folder, "desk.json")
    const recording = await desk.recordedOf([desk.loanOf()], [desk.gateRecord()])
    const project = { recordings: createRecordings(desk.rules), machines: desk.machines }
    writeFileSync(path, project.recordings.write(recording))
    const { text, isIdentical } = await checkRecording(project, path, true)
    expect(text.split("\n").slice(0, -1)).toEqual([
      "     1  1970-01-01T00:00:01.000Z  loan.lend  → loan: lent",
      "     2  1970-01-01T00:00:01.000Z  loan.renew  → loan: lent",
      "     3  1970-01-01T00:00:01.501Z  gate.unlock  → gate#1: lock.open bell",
      "     4  1970-01-01T00:00:01.502Z  gate.lock  → gate#1: lock.shut bell",
      "     5  1970-01-01T00:00:03.000Z  loan.return  → loan: inside",
      expect.stringMatching(/^loan {18}3 events {2}[0-9a-f]{12} {2}identical$/),
      expect.stringMatching(/^gate × 1 {14}2 events {16}identical$/),
      `identical  ${recording.state}`,
    ])
    expect(isIdentical).toBe(true)
  })

  it("differs from the step on that was changed, also where its checksum shows it", async () => {
    const text = writeRecording(await recorded()).replace('"10000"', '"20000"')
    const { isIdentical, text: found } = await check(text)
    expect(isIdentical).toBe(false)
    expect(found).toMatch(/^ALTERED: the checksum is that of another content\norder .*DIFFERS from step 2/)
    expect(found).toMatch(/DIFFERS from step 2 \(order\.change\): another event was recorded\nDIFFERENT {2}/)
  })

  it("is altered where its checksum alone is another", async () => {
    const text = writeRecording(await recorded()).replace(/("checksum": ?)"../, '$1"zz')
    expect(await check(text)).toMatchObject({
      isIdentical: false,
      text: expect.stringMatching(/^ALTERED.*\norder .* identical\nDIFFERENT /),
    })
  })

  it.each<[string, (body: Recording) => object, RegExp]>([
    [
      "whose last event is missing",
      (body) => ({ ...body, streams: [{ ...firstOf(body), events: firstOf(body).events.slice(0, -1) }] }),
      /^order .*DIFFERS from step 4 \(missing\): another event was recorded$/,
    ],
    [
      "that begins with another number",
      (body) => ({ ...body, streams: [{ ...firstOf(body), seq: 7 }] }),
      /^order .*DIFFERS from its beginning$/m,
    ],
    [
      "without a chain",
      (body) => ({ ...body, streams: [{ ...firstOf(body), chain: undefined }] }),
      /^order .* identical, unchained: only the end is compared$/,
    ],
    [
      "without a chain and with another end",
      (body) => withStreams(body, [{ ...unchained(firstOf(body)), state: "0".repeat(64) }]),
      /^order .* DIFFERS: 0{64} was recorded$/,
    ],
    [
      "of other machines",
      (body) => ({ ...body, machines: "0".repeat(64) }),
      /^The machine configs here differ from the recorded ones\.$/,
    ],
    ["whose stream was taken out", (body) => withStreams(body, []), /^order {12}MISSING from the file$/],
    ["that lists no stream", (body) => ({ ...body, roster: [] }), /^order {12}ADDED to the file$/],
  ])("%s is named", async (_, change, line) => {
    const lines = await forgedLines(change)
    expect(lines.filter((each) => line.test(each))).toHaveLength(1)
  })

  it("of an earlier form has nothing to compare with", async () => {
    const [line] = await forgedLines((body) => ({
      ...body,
      streams: [{ ...firstOf(body), version: 1, chain: undefined }],
    }))
    expect(line).toContain("recorded in an earlier form, unchained: only the end is compared")
  })

  it("counts actors by machine, and names the one that differs", async () => {
    const startup = recordOf({ id: "startup", events: [] })
    const learn = { type: "startup.learn" }
    const second = recordOf({ id: "startup", startedAtMs: 20, events: [learn, learn] })
    const twice = [startup, { ...second, key: "startup#2" }]
    const recording = await recordingOf(...twice)
    expect(await linesOf(writeRecording(recording))).toEqual([
      expect.stringMatching(/^startup × 2 {11}2 events {16}identical$/),
      expect.stringMatching(/^identical {2}[0-9a-f]{64}$/),
    ])
    const [first, ...others] = recording.actors ?? []
    const body = JSON.parse(
      JSON.stringify({ ...recording, actors: [{ ...first, state: "0".repeat(64) }, ...others] }),
    )
    const text = JSON.stringify({
      format: "financial-links.recording",
      version: 1,
      checksum: hashOf(body),
      body,
    })
    const lines = await linesOf(text)
    expect(lines).toEqual([
      expect.stringMatching(/^startup#1 .* DIFFERS: 0{64} was recorded$/),
      expect.stringMatching(/^startup × 1 /),
      expect.stringMatching(/^DIFFERENT /),
    ])
  })
})

describe("a file", () => {
  it.each(["no recording", "", "{}"])("that holds %j is refused", async (text) => {
    await expect(check(text)).rejects.toThrow(RecordingRefused)
  })

  it("that is none, or too large, is not read", async () => {
    const project = { recordings, machines }
    await expect(checkRecording(project, folder, false)).rejects.toThrow(`${folder} is not a file.`)
    const absent = join(folder, "absent.json")
    await expect(checkRecording(project, absent, false)).rejects.toThrow(`${absent} is not a file.`)
    const large = join(folder, "large.json")
    writeFileSync(large, "")
    truncateSync(large, RECORDING_MAX_BYTES + 1)
    await expect(checkRecording(project, large, false)).rejects.toMatchObject({ reason: "too-large" })
    truncateSync(large, RECORDING_MAX_BYTES)
    await expect(checkRecording(project, large, false)).rejects.not.toMatchObject({ reason: "too-large" })
    // fewer characters than there may be bytes
    writeFileSync(large, Buffer.alloc(RECORDING_MAX_BYTES + 2, "ä"))
    await expect(checkRecording(project, large, false)).rejects.toMatchObject({
      ...{ reason: "too-large", detail: `${RECORDING_MAX_BYTES + 2}` },
    })
  })
})

/** Standard output that takes a text, or fails. */
const printing = (error: Error | null) => {
  const write = (_text: string, settle: (error: Error | null) => void): boolean => {
    settle(error)
    return true
  }
  return vi.spyOn(process.stdout, "write").mockImplementation(Object(write))
}

describe("the exit code", () => {
  const before = process.exitCode
  afterEach(() => {
    process.exitCode = before
    vi.restoreAllMocks()
  })

  it.each([
    [true, 0],
    [false, 1],
  ])("of a check that is identical: %s, is %s", async (isIdentical, code) => {
    const written = printing(null)
    await reportCheck(() => Promise.resolve({ text: "found\n", isIdentical }))
    expect([written.mock.calls[0]?.[0], process.exitCode]).toEqual(["found\n", code])
  })

  it.each([
    [new RecordingRefused("truncated", "x"), /^Refused, /],
    [new Error("is not a file."), /^is not a file\.$/],
    ["a text", /^a text$/],
  ])("of %s is 2, with the reason", async (cause, words) => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {})
    await reportCheck(() => Promise.reject(cause))
    expect(said.mock.calls).toEqual([[expect.stringMatching(words)]])
    expect(process.exitCode).toBe(2)
  })

  it("is 2 if the text cannot be printed, with the reason", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {})
    printing(Object.assign(new Error("no space is left"), { code: "ENOSPC" }))
    await reportCheck(() => Promise.resolve({ text: "found\n", isIdentical: true }))
    expect([said.mock.calls, process.exitCode]).toEqual([[["no space is left"]], 2])
  })

  it("is not changed by a reader that goes before the text is taken", async () => {
    vi.spyOn(process.stdout, "write").mockImplementation(() => true)
    const printed = print("text")
    process.stdout.emit("error", Object.assign(new Error("gone"), { code: "EPIPE" }))
    await expect(printed).resolves.toBeUndefined()
  })

  it("is not changed by a reader that goes, and any other failure of printing is passed on", async () => {
    printing(Object.assign(new Error("gone"), { code: "EPIPE" }))
    await expect(print("text")).resolves.toBeUndefined()
    printing(Object.assign(new Error("full"), { code: "ENOSPC" }))
    await expect(print("text")).rejects.toThrow("full")
    printing(new Error("unknown"))
    await expect(print("text")).rejects.toThrow("unknown")
  })
})
