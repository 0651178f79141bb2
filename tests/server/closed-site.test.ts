/** What a closed site refuses, and what stays open, over HTTP and by the operator's command. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sendCommand } from "../../server/operator/socket.ts"
import type { EndpointId } from "../../src/contract/endpoints.ts"
import {
  addCardBy,
  fieldOf,
  goodPassword,
  openApp,
  reasonOf,
  type TestApp,
  type WireRequestOf,
  withdrawBy,
} from "../support/app.ts"

let app: TestApp
let member: { token: string; id: string }

const site = async (how: "on" | "off") =>
  expect(await sendCommand(app.dataDir, ["site", how, "--why", "a test"])).toMatchObject({ isDone: true })

const order = (key: string = crypto.randomUUID()): WireRequestOf<"orderCreate"> => ({
  key,
  product_id: "aapl",
  direction: "up",
  stake: "1000.00",
  leverage: 5,
  period_days: 1,
  quoted_price: "100.0000",
})

/** Calls as the member. The reason of a refusal; null where the call succeeded. */
const ask = async <E extends EndpointId>(id: E, request: WireRequestOf<E>) =>
  reasonOf(await app.call(id, request, { token: member.token }))

const buy = async (request: WireRequestOf<"orderCreate">) =>
  await app.call("orderCreate", request, { token: member.token })

const stateOf = async (id: string): Promise<unknown> => {
  const order = fieldOf(await app.call("order", { id }, { token: member.token }), "order")
  return typeof order === "object" && order !== null ? Reflect.get(order, "state") : null
}

const operationOf = async (key: string) =>
  (await app.call("operationResult", { operation: "order", key }, { token: member.token })).body

beforeAll(async () => {
  app = await openApp()
  member = await app.join("ada")
  await sendCommand(app.dataDir, ["balance", "increase", "ada", "50000.00", "--why", "a test"])
})
afterAll(() => app.stop())

describe("a closed site", () => {
  it("refuses orders, deposits and registrations until it is opened", async () => {
    const newcomer = {
      username: "grace",
      password: goodPassword,
      invitation_code: app.demo.invitationCode,
    }
    const deposit = () => ({
      key: crypto.randomUUID(),
      network_id: "usdt-trc20",
      amount: "1000.00",
      proof_image: "none",
    })
    await site("off")
    expect(await ask("paymentCreate", { key: crypto.randomUUID(), way: 3, amount: "1000.00" })).toBe(
      "site.closed",
    )
    expect(await ask("orderCreate", order())).toBe("site.closed")
    expect(await ask("depositCreate", deposit())).toBe("site.closed")
    const said = await app.call("register", newcomer, { lang: "de_DE" })
    expect(reasonOf(said)).toBe("site.closed")
    expect(said.body).toMatchObject({
      errorCode: 1,
      msg: expect.stringContaining("zurzeit nicht angenommen"),
    })
    await site("on")
    expect(await ask("orderCreate", order())).toBeNull()
    expect(await ask("depositCreate", deposit())).toBe("deposit.proof-unknown")
    expect(await ask("register", newcomer)).toBeNull()
  })

  it("settles a contract whose early close it accepts, of a member who logs in meanwhile", async () => {
    const id = String(fieldOf(await buy(order()), "id"))
    await app.advance(1_000)
    expect(await stateOf(id)).toBe("opened")
    await site("off")
    const credentials = { username: "ada", password: goodPassword }
    expect(await ask("login", { ...credentials, password: "wrong" })).toBe("login.wrong-credentials")
    member = { ...member, token: String(fieldOf(await app.call("login", credentials), "token")) }
    expect(await ask("orderCreate", order())).toBe("site.closed")
    expect(await ask("orderAmend", { key: crypto.randomUUID(), id, number: 0 })).toBe("level.same")
    expect(await ask("orderClose", { key: crypto.randomUUID(), id })).toBeNull()
    await app.advance(1_000)
    expect(await stateOf(id)).toBe("closed_early")
    await site("on")
  })

  it("accepts withdrawals and destinations, and shows every record", async () => {
    await site("off")
    const card = { bank_name: "Zenith Bank", card_number: "4242424242424242", username: "Ada Obi" }
    const { token } = member
    const added = await addCardBy(app.url, card, { token })
    const withdrawal = {
      key: crypto.randomUUID(),
      amount: "2000.00",
      method: "bank" as const,
      destination_id: String(fieldOf(added, "id")),
    }
    expect(reasonOf(await withdrawBy(app.url, withdrawal, { token }))).toBeNull()
    expect(await ask("withdrawals", {})).toBeNull()
    expect(await ask("deposits", {})).toBeNull()
    expect(await ask("orders", {})).toBeNull()
    expect(await ask("income", {})).toBeNull()
    expect(await ask("walletSummary", {})).toBeNull()
    expect(await ask("userInfo", {})).toBeNull()
    expect(await ask("streamTicket", {})).toBeNull()
    await site("on")
  })

  it("answers for every key: done, refused and never seen", async () => {
    const [accepted, refused, unseen] = [order(), order(), order()]
    const first = await buy(accepted)
    await site("off")
    expect((await buy(accepted)).body).toEqual(first.body)
    expect(reasonOf(await buy(refused))).toBe("site.closed")
    expect(await operationOf(accepted.key)).toMatchObject({
      data: { state: "done", id: fieldOf(first, "id") },
    })
    expect(await operationOf(refused.key)).toMatchObject({
      data: { state: "refused", refusal: { reason: "site.closed" } },
    })
    expect(await operationOf(unseen.key)).toMatchObject({ data: { reason: "operation.unknown" } })
    await site("on")
    expect(reasonOf(await buy(unseen))).toBeNull()
    expect(reasonOf(await buy(refused))).toBe("site.closed")
  })
})
