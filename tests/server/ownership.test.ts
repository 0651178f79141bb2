import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type EndpointId, endpointIds } from "../../src/contract/endpoints.ts"
import { readRateId, uploadProof } from "../chaos/member.ts"
import {
  type Answer,
  fieldOf,
  openApp,
  reasonOf,
  requestFields,
  type TestApp,
  type WireRequestOf,
} from "../support/app.ts"
import { makeAuthenticator, newCodes, sendPasskey } from "../support/authenticator.ts"

/** Eve requests Bob's items by id. She must not read, change or detect them. */
let app: TestApp
let bob: string
let eve: string
const his = {
  ...{
    order: "",
    deposit: "",
    withdrawal: "",
    card: "",
    address: "",
    image: "",
    key: "",
    rate: "",
    session: "",
    confirmation: "",
    alert: "",
    passkey: "",
  },
  network: "usdt-trc20",
}

/** The endpoints that Eve has called with an id of Bob's. */
const askedByEve = new Set<EndpointId>()
const as =
  (token: string) =>
  <E extends EndpointId>(id: E, request: WireRequestOf<E>) => {
    const named: ReadonlyArray<unknown> = Object.values(request)
    if (token === eve && Object.values(his).some((item) => named.includes(item))) askedByEve.add(id)
    return app.call(id, request, { token })
  }
const itemsOf = ({ said }: Answer): ReadonlyArray<unknown> => {
  const data: unknown = said.kind === "success" ? said.data : []
  const items: unknown = Array.isArray(data) ? data : Reflect.get(Object(data), "items")
  return Array.isArray(items) ? items : []
}
const idOf = (answer: Answer): string => String(fieldOf(answer, "id"))

beforeAll(async () => {
  app = await openApp({ REVIEW_DELAY_MS: "3600000" })
  const { username, password } = app.demo
  bob = String(fieldOf(await app.call("login", { username, password }), "token"))
  eve = (await app.join("eve")).token
  const ask = as(bob)
  his.image = await uploadProof(app.url, bob)
  his.rate = await readRateId(app.url, bob)
  his.session = String(Reflect.get(Object(itemsOf(await ask("sessions", {}))[0]), "id"))
  his.confirmation = idOf(await ask("confirmationCreate", { subject: { purpose: "password" } }))
  const address = { network: "USDT-TRC20", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" }
  his.address = idOf(await ask("cryptoAddressAdd", address))
  // Bob's login is the demo's, which takes none
  const passkey = makeAuthenticator()
  await sendPasskey(app, (await app.join("bob")).token, passkey, newCodes())
  his.passkey = passkey.id
  const card = { bank_name: "First Bank", card_number: "4242424242424242", username: "Bob B" }
  his.card = idOf(await ask("bankCardAdd", card))
  const alert = { product_id: "aapl", kind: "above", price: "900000.0000", daily: false, days: 1 } as const
  his.alert = idOf(await ask("alertAdd", alert))
  const money = { key: randomUUID(), amount: "10000.00" }
  const withdrawal = { ...money, method: "bank", destination_id: his.card } as const
  his.withdrawal = idOf(await ask("withdrawalCreate", withdrawal))
  const proved = { network_id: his.network, proof_image: his.image, rate_id: his.rate }
  his.deposit = idOf(await ask("depositCreate", { ...money, key: randomUUID(), ...proved }))
  his.key = randomUUID()
  const terms = { product_id: "aapl", direction: "up", leverage: 1, period_days: 1 } as const
  const order = { ...terms, key: his.key, stake: "1000.00", quoted_price: "1.0000" }
  his.order = idOf(await ask("orderCreate", order))
})
afterAll(() => app.stop())

describe("Bob's items", () => {
  it("exist for Bob", async () => {
    const ask = as(bob)
    expect(Object.values(his).every((id) => id !== "")).toBe(true)
    expect(reasonOf(await ask("order", { id: his.order }))).toBeNull()
    expect(reasonOf(await ask("withdrawal", { id: his.withdrawal }))).toBeNull()
    expect(fieldOf(await ask("deposit", { id: his.deposit }), "proof_image")).toBe(his.image)
    expect((await fetch(`${app.url}/files/${his.image}`, { headers: { token: bob } })).status).toBe(200)
  })

  it("do not exist for Eve", async () => {
    const ask = as(eve)
    expect(reasonOf(await ask("order", { id: his.order }))).toBe("order.unknown")
    expect(reasonOf(await ask("orderClose", { key: randomUUID(), id: his.order }))).toBe("order.unknown")
    expect(reasonOf(await ask("orderChart", { id: his.order }))).toBe("order.unknown")
    const amend = { key: randomUUID(), id: his.order, number: 0 }
    expect(reasonOf(await ask("orderAmend", amend))).toBe("order.unknown")
    expect(reasonOf(await ask("withdrawal", { id: his.withdrawal }))).toBe("withdrawal.unknown")
    const cancel = { key: randomUUID(), id: his.withdrawal }
    expect(reasonOf(await ask("withdrawalCancel", cancel))).toBe("withdrawal.unknown")
    expect(reasonOf(await ask("orderComplain", { id: his.order }))).toBe("order.unknown")
    expect(reasonOf(await ask("withdrawalComplain", { id: his.withdrawal }))).toBe("withdrawal.unknown")
    expect(reasonOf(await ask("deposit", { id: his.deposit }))).toBe("deposit.unknown")
    expect(reasonOf(await ask("bankCardRemove", { id: his.card }))).toBe("bank.unknown")
    expect(reasonOf(await ask("cryptoAddressRemove", { id: his.address }))).toBe("usdt.unknown")
    const guess = { id: his.confirmation, proof: { kind: "password", password: "x" } } as const
    expect(reasonOf(await ask("confirmationProve", guess))).toBe("confirmation.expired")
    expect(reasonOf(await ask("alertRemove", { id: his.alert }))).toBe("alert.unknown")
    expect(reasonOf(await ask("sessionEnd", { id: his.session }))).toBe("member.session-unknown")
    expect(reasonOf(await ask("passkeyRemove", { id: his.passkey }))).toBe("passkey.unknown")
    expect((await fetch(`${app.url}/files/${his.image}`, { headers: { token: eve } })).status).toBe(404)
    const proof = { key: randomUUID(), network_id: his.network, amount: "10000.00", proof_image: his.image }
    expect(reasonOf(await ask("depositCreate", proof))).toBe("deposit.proof-unknown")
    const images = { front_image: his.image, back_image: his.image }
    const papers = { real_name: "Eve E", id_number: "A1234567", ...images }
    expect(reasonOf(await ask("realNameSubmit", papers))).toBe("realname.image-unknown")
    for (const [method, destination_id] of [
      ["bank", his.card],
      ["crypto", his.address],
    ] as const) {
      const away = { key: randomUUID(), amount: "10000.00", method, destination_id }
      expect(reasonOf(await ask("withdrawalCreate", away))).toBe("withdrawal.destination-unknown")
    }
  })

  it("are in none of Eve's lists, whatever user_id she sends", async () => {
    for (const id of [
      "orders",
      "deposits",
      "withdrawals",
      "bankCards",
      "cryptoAddresses",
      "alerts",
      "income",
      "promoteLists",
      "operatorActs",
    ] as const)
      expect(itemsOf(await app.call(id, {}, { token: eve })), id).toEqual([])
    const answer = await app.call("userInfo", { user_id: "demo" }, { token: eve })
    expect(fieldOf(answer, "username")).toBe("eve")
  })

  it("keep their keys: Eve's question voids only her own key", async () => {
    const asked = { operation: "order", key: his.key } as const
    for (const question of ["operationVoid", "operationResult"] as const) {
      expect(fieldOf(await as(eve)(question, asked), "state")).toBe("unknown")
      expect(fieldOf(await as(bob)(question, asked), "state")).toBe("done")
    }
  })

  it("still exist afterwards", async () => {
    const ask = as(bob)
    expect(itemsOf(await ask("bankCards", {}))).toHaveLength(1)
    expect(itemsOf(await ask("cryptoAddresses", {}))).toHaveLength(1)
    expect(fieldOf(await ask("withdrawal", { id: his.withdrawal }), "status")).toBe(0)
  })

  it("were named by Eve to every endpoint that takes an item id", () => {
    /** Items without an owner (products, articles), and a key, which is another one for each member. */
    const common = new Set(["article", "product", "orderCreate", "paymentCreate", "alertAdd"])
    const naming = endpointIds.filter((id) =>
      Object.keys(requestFields(id)).some((name) => /(^|_)(id|image|key)$/.test(name) && name !== "user_id"),
    )
    expect(naming.filter((id) => !askedByEve.has(id) && !common.has(id))).toEqual([])
  })
})
