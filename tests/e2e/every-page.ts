/** Visits to every page of the app, as a visitor and as a member with records. */
import { Schema } from "effect"
import { expect, vi } from "vitest"
import { endpoints, upload } from "../../src/contract/endpoints.ts"
import { ROUTES, type Route, urlOf } from "../../src/navigation/routes.ts"
import { readOrders, readWithdrawals } from "../support/answers.ts"
import { addAddressBy, callServer, fieldOf, goodPassword, withdrawBy } from "../support/app.ts"
import { buyElsewhere } from "./buy.ts"
import { addCard } from "./cards.ts"
import { whatDoesNotFit } from "./long-words.ts"
import type { Phone } from "./phone.ts"
import { type Member, proof, type Session, type Site } from "./site.ts"

/** Names, with commas between them. Without any, every route is visited. */
const only = (process.env.ONLY_ROUTES ?? "").split(",").filter(Boolean)
/** True if only the pages of a change are visited. */
export const isOfChange = only.length > 0
const visited = ROUTES.filter(({ name }) => only.length === 0 || only.includes(name))

export const guestRoutes = visited.filter(({ guest }) => guest)
export const memberRoutes = visited.filter(({ guest }) => !guest)

/** A member, and the ids of records that pages show. */
export interface MemberWithRecords {
  readonly member: Member
  readonly order: string
  readonly settled: string
  readonly withdrawal: string
}

/** Creates a member with open and settled contracts, a withdrawal, a card and an address. */
export const memberWithRecords = async (site: Site): Promise<MemberWithRecords> => {
  const member = await site.newMember()
  const { token } = member
  const url = site.url()
  await addCard(url, member)
  const address = { network: "USDT-TRC20", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" }
  fieldOf(await addAddressBy(url, address, { token }), "id")
  const cards = await callServer(url, "bankCards", {}, { token })
  const card: unknown =
    cards.said.kind === "success" && Array.isArray(cards.said.data) ? cards.said.data[0] : null
  const cardId = String(typeof card === "object" && card !== null ? Reflect.get(card, "id") : "")
  const withdrawal = {
    key: crypto.randomUUID(),
    amount: "2000.00",
    method: "bank",
    destination_id: cardId,
  } as const
  fieldOf(await withdrawBy(url, withdrawal, { token }), "id")
  await buyElsewhere(url, member, { stake: "5000.00" })
  await buyElsewhere(url, member, { stake: "5000.00", direction: "down", periodDays: 30 })
  const settled = async () => {
    const states = (await readOrders(url, token)).map(({ state }) => state)
    expect(states.filter((state) => state === "settled")).toHaveLength(1)
  }
  await vi.waitFor(settled, { timeout: 40_000, interval: 200 })
  const orders = await readOrders(url, token)
  const [paid] = await readWithdrawals(url, token)
  return {
    member,
    order: orders[0]?.id ?? "",
    settled: orders.find(({ state }) => state === "settled")?.id ?? "",
    withdrawal: paid?.id ?? "",
  }
}

/** Adds a deposit with its proof, which waits for its review. */
export const addDeposit = async (site: Site, { token }: Member): Promise<string> => {
  const { buffer, mimeType, name } = await proof()
  const form = new FormData()
  form.set(upload.field, new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const sent = await fetch(`${site.url()}/${upload.path}`, { method: "POST", headers: { token }, body: form })
  const image = Schema.decodeUnknownSync(Schema.Struct({ data: upload.answer }))(await sent.json())
  const networks = await callServer(site.url(), "depositNetworks", {}, { token })
  const decode = Schema.decodeUnknownSync(endpoints.depositNetworks.answer)
  const [network] = networks.said.kind === "success" ? decode(networks.said.data) : []
  const deposit = {
    key: crypto.randomUUID(),
    network_id: network?.id ?? "",
    amount: "25000.00",
    proof_image: image.data.id,
    ...(network?.rate ? { rate_id: network.rate.id } : {}),
  }
  return String(fieldOf(await callServer(site.url(), "depositCreate", deposit, { token }), "id"))
}

/** Adds a deposit with its proof, and a member who registered with this member's code. */
export const addDepositAndFriend = async (site: Site, member: Member, { user }: Session): Promise<void> => {
  await addDeposit(site, member)
  const code = typeof user === "object" && user !== null ? Reflect.get(user, "invitation_code") : ""
  const friend = {
    username: `friend.${process.pid}.${Date.now()}`,
    password: goodPassword,
    invitation_code: String(code),
  }
  fieldOf(await callServer(site.url(), "register", friend), "token")
}

/** Query parameters that a page needs. */
export const addressOf = (route: Route, { withdrawal }: Pick<MemberWithRecords, "withdrawal">): string => {
  if (route.name === "product") return urlOf("product", { id: "aapl" })
  if (route.name === "order") return urlOf("order", { product: "aapl", direction: "up" })
  if (route.name === "withdraw-record-detail") return urlOf("withdraw-record-detail", { id: withdrawal })
  if (route.name === "agreement-detail") return urlOf("agreement-detail", { id: "agreement-contracts" })
  return route.path
}

/** Waits until nothing is loading. */
export const settle = async ({ page }: Phone, route: Route): Promise<void> => {
  await page.locator(`[data-page="${route.name}"]`).filter({ visible: true }).first().waitFor()
  await page.waitForLoadState("networkidle")
}

/** Expects no sideways scrolling, with text of normal and double size. */
export const lookAtWidths = async ({ page }: Phone, where: string): Promise<readonly string[]> => {
  const usual = await whatDoesNotFit(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%"
  })
  const doubled = await whatDoesNotFit(page)
  return [
    ...usual.map((problem) => `${where}: ${problem}`),
    ...doubled.map((problem) => `${where}, text of twice the size: ${problem}`),
  ]
}

/** A device of little memory renders no page in advance, so each page is checked alone. */
export const spareMemory = ({ page }: Phone): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(navigator, "deviceMemory", { value: 1 }))
