/**
 * RELEASE=NAME npx vitest run --project recording
 * Drives this checkout's build and writes what it stores, on devices and in both databases, to tests/golden/NAME.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { OPERATIONS } from "../../src/domain/operation.ts"
import { newKey } from "../chaos/calls.ts"
import { type Means, register as registerWithMeans } from "../chaos/member.ts"
import { killTab } from "../e2e/faults.ts"
import { openDevice, type Phone } from "../e2e/phone.ts"
import type { Member } from "../e2e/site.ts"
import { callServer, fieldOf, goodPassword, withdrawBy } from "../support/app.ts"
import { launchBrowser } from "../support/browser.ts"
import { embedded, postgresql, type Store } from "../support/engines.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import {
  type Contents,
  countRows,
  type EngineName,
  onDatabase,
  type RecordedMember,
  readDecided,
  readOperations,
  readOutcome,
  recordDatabase,
  recordingEnv,
} from "./database.ts"
import { type Device, type Doubt, devicePath, readStorage, releaseFolder } from "./device.ts"
import { browserWith, isInDoubt, type ReplayedStream, replayStreams } from "./replayed.ts"
import { type Situation, situations } from "./situations.ts"

const minuteMs = 60_000
const release = process.env.RELEASE ?? ""
if (!/^\w[\w.-]*$/.test(release)) throw new Error("RELEASE must name the release that is recorded.")

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
})

const register = async ({ url, demo }: RunningServer, name: string): Promise<Member> => {
  const request = { username: name, password: goodPassword, invitation_code: demo?.invitationCode ?? "" }
  const answer = await callServer(url, "register", request)
  const user = fieldOf(answer, "user")
  const id: unknown = typeof user === "object" && user !== null ? Reflect.get(user, "id") : ""
  return {
    username: name,
    password: goodPassword,
    id: String(id),
    token: String(fieldOf(answer, "token")),
  }
}

const enter = async (server: RunningServer, member: Member | null): Promise<Phone> => {
  const phone = await openDevice(browser, { url: server.url })
  await phone.entry.open()
  await phone.entry.seeLogin()
  if (member === null) return phone
  await phone.entry.login(member.username, member.password)
  await phone.home.see()
  await phone.home.seeWhole()
  return phone
}

/** Ordinary events are written within a few hundredths of a second. */
const WRITTEN_AFTER_MS = 500

/** Of the stream of a ticket, or of an operation in the outbox. */
const operationOf = (stream: string): Doubt["operation"] | null => {
  const id = stream.slice(stream.lastIndexOf("/") + 1)
  if (id === "close") return "order-close"
  const named = id.startsWith("operation.") ? id.split(".")[1] : id
  return OPERATIONS.find((operation) => operation === named) ?? null
}

const doubtOf = ({ name, resumed }: ReplayedStream): Doubt | null => {
  const operation = operationOf(name)
  const key: unknown = resumed.context.key
  if (operation === null || !isInDoubt(resumed) || typeof key !== "string") return null
  return { operation, stream: name, key, id: null }
}

/** Closes the tab, reads what it left and replays that with this checkout's own code. */
const readDevice = async (situation: Situation, phone: Phone, member: Member | null): Promise<Device> => {
  const { page, window } = phone
  await page.waitForTimeout(WRITTEN_AFTER_MS)
  const { pathname, search } = new URL(page.url())
  const session = await page.evaluate(() => ({ ...sessionStorage }))
  const historyState: unknown = await page.evaluate(() => history.state)
  if (situation.isKilled) await killTab(page)
  else await page.close()
  const { databases, localStorage } = await readStorage(window.context)
  await window.close()
  await browserWith(databases)
  const recordedAtMs = Date.now()
  const streams = await replayStreams(recordedAtMs)
  expect(streams.filter(({ isFresh }) => isFresh)).toEqual([])
  return {
    situation: situation.name,
    recordedAtMs,
    url: `${pathname}${search}`,
    member: member && { id: member.id, username: member.username },
    databases,
    localStorage,
    sessionStorage: session,
    historyState,
    states: Object.fromEntries(streams.map(({ name, state }) => [name, state])),
    inDoubt: streams.flatMap((stream) => doubtOf(stream) ?? []),
  }
}

interface Recorded {
  readonly device: Device
  readonly member: Member | null
}

const act = async (server: RunningServer, situation: Situation, username: string): Promise<Recorded> => {
  const member = situation.isMember ? await register(server, username) : null
  const phone = await enter(server, member)
  try {
    const noMember = { username, password: "", id: "", token: "" }
    await situation.act(phone, { url: server.url, member: member ?? noMember })
    return { device: await readDevice(situation, phone, member), member }
  } catch (cause) {
    await phone.window.close()
    throw cause
  }
}

const ATTEMPTS = 3

/** A busy machine may be too slow for a situation: then another member tries it. */
const recordOne = async (server: RunningServer, situation: Situation): Promise<Recorded> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await act(server, situation, `golden.${situation.name}.${attempt}`)
    } catch (cause) {
      if (attempt === ATTEMPTS) throw cause
      console.warn(`${situation.name}: ${String(cause)}`)
    }
}

/** Asks a running server for everything about these members, then stops it and counts its rows. */
const readContentsOf = async (
  store: Store,
  server: RunningServer,
  members: readonly RecordedMember[],
  operations: readonly {
    readonly member_id: string
    readonly operation: Doubt["operation"]
    readonly key: string
  }[],
): Promise<Contents> => {
  const answers: Contents["operations"][number][] = []
  const decided: Record<string, Contents["decided"][string]> = {}
  for (const { id, token } of members) {
    decided[id] = await readDecided(server.url, token)
    for (const { member_id, operation, key } of operations)
      if (member_id === id)
        answers.push({
          memberId: id,
          operation,
          key,
          answer: await readOutcome(server.url, token, { operation, key }),
        })
  }
  await server.stop()
  return {
    members: members.map(({ id, username, token }) => ({ id, username, token })),
    operations: answers,
    decided,
    rows: await onDatabase(store, countRows),
  }
}

const start = (store: Store, isReviewed: boolean): Promise<RunningServer> =>
  startServer({
    env: { ...store.env, ...recordingEnv, REVIEW_DELAY_MS: isReviewed ? "500" : "86400000" },
    from: "build",
  })

/** The server is stopped so that its database can be read, and started again to be asked. */
const finish = async (
  engine: EngineName,
  store: Store,
  members: readonly RecordedMember[],
): Promise<Contents> => {
  const operations = await onDatabase(store, readOperations)
  const contents = await readContentsOf(store, await start(store, false), members, operations)
  await recordDatabase(release, engine, store, contents)
  return contents
}

const withIds = (device: Device, { operations }: Contents): Device => ({
  ...device,
  inDoubt: device.inDoubt.map((doubt) => {
    const found = operations.find(({ key }) => key === doubt.key)
    const data: unknown =
      typeof found?.answer === "object" && found.answer !== null ? Reflect.get(found.answer, "data") : null
    const id: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "id") : null
    return { ...doubt, id: typeof id === "string" ? id : null }
  }),
})

it("records devices and the embedded database", { timeout: 15 * minuteMs }, async () => {
  const store = await embedded.openStore()
  const devices: Device[] = []
  const members: Member[] = []
  for (const isReviewed of [true, false]) {
    const server = await start(store, isReviewed)
    for (const situation of situations.filter((each) => each.isReviewed === isReviewed)) {
      const { device, member } = await recordOne(server, situation)
      console.log(situation.name, device.inDoubt)
      devices.push(device)
      if (member) members.push(member)
    }
    await server.stop()
  }
  mkdirSync(releaseFolder(release), { recursive: true })
  const contents = await finish("embedded", store, members)
  await store.remove()
  for (const device of devices) {
    const path = devicePath(release, device.situation)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${JSON.stringify(withIds(device, contents), null, 1)}\n`)
  }
})

/** Any price: without a tolerance it is only written down. */
const orderOf = (product_id: string, period_days: number) => ({
  key: newKey(),
  product_id,
  direction: "up" as const,
  stake: "1000.00",
  leverage: 2,
  period_days,
  quoted_price: "100.0000",
})

/**
 * Once each: a contract that ends by itself, one closed early, one that runs, a deposit and a
 * withdrawal.
 */
const actThroughApi = async (
  { url }: RunningServer,
  { token, cardId, proofId, rateId }: Means,
): Promise<void> => {
  const buy = async (days: number): Promise<string> =>
    String(fieldOf(await callServer(url, "orderCreate", orderOf("aapl", days), { token }), "id"))
  await buy(1)
  const id = await buy(30)
  await buy(30)
  const closed = async () => {
    const answer = await callServer(url, "orderClose", { key: newKey(), id }, { token })
    return answer.said.kind === "success"
  }
  await expect.poll(closed, { timeout: minuteMs, interval: 500 }).toBe(true)
  const deposit = {
    key: newKey(),
    network_id: "usdt-trc20",
    amount: "1500.00",
    proof_image: proofId,
    rate_id: rateId,
  }
  fieldOf(await callServer(url, "depositCreate", deposit, { token }), "id")
  const withdrawal = {
    key: newKey(),
    amount: "1200.00",
    method: "bank" as const,
    destination_id: cardId,
  }
  fieldOf(await withdrawBy(url, withdrawal, { token }), "id")
}

it("records a PostgreSQL database", { timeout: 5 * minuteMs }, async () => {
  const clusterUrl = inject("postgresUrl")
  if (clusterUrl === null) throw new Error("Install PostgreSQL: both engines are recorded.")
  const store = await postgresql(clusterUrl).openStore()
  const members: RecordedMember[] = []
  for (const isReviewed of [true, false]) {
    const server = await start(store, isReviewed)
    const username = isReviewed ? "golden.decided" : "golden.under-review"
    const means = await registerWithMeans(server.url, server.demo?.invitationCode ?? "", username)
    const { memberId: id, token } = means
    members.push({ id, username, token })
    await actThroughApi(server, means)
    const completed = async () => (await readDecided(server.url, token)).orders.length
    await expect.poll(completed, { timeout: minuteMs, interval: 500 }).toBe(2)
    await server.stop()
  }
  mkdirSync(releaseFolder(release), { recursive: true })
  await finish("postgresql", store, members)
  await store.remove()
})
