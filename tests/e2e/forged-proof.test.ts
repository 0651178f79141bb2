// @module-tag exhaustive
/** A market that answers something else than what happened: the page says what it refused, and why. */
import { Schema } from "effect"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { endpoints } from "../../src/contract/endpoints.ts"
import { marketKeyText, openCheckpoint, readMarketKey } from "../../src/domain/check-settlement.ts"
import { OrderDetail } from "../../src/domain/entities.ts"
import { decodeProof, encodeProof, type SettlementProof } from "../../src/domain/tick-log/settlement-proof.ts"
import { checkpointText } from "../../src/domain/tick-log/signed-note.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { newSigningKey, signedCheckpoint, withReceipt } from "../support/market-log.ts"
import { buyElsewhere } from "./buy.ts"
import { seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

const decode = Schema.decodeUnknownSync(OrderDetail)
const encode = Schema.encodeSync(OrderDetail)

const withProof = (detail: OrderDetail, change: (proof: SettlementProof) => SettlementProof): OrderDetail => {
  const proof = decodeProof(detail.proof ?? "")
  if (proof === null) throw new Error("the answer has no proof")
  return { ...detail, proof: encodeProof(change(proof)) }
}

/** Everything signed again with a key that the answer names itself. */
const signedByAnother = async (detail: OrderDetail): Promise<OrderDetail> => {
  const key = newSigningKey()
  const { symbol, checkpoint = "" } = detail.order
  const own = readMarketKey(detail.marketKey ?? "")
  const earlier = own === null ? null : await openCheckpoint(checkpoint, symbol, own)
  if (earlier === null) throw new Error("the order has no checkpoint")
  const order = withReceipt({ ...detail.order, checkpoint: signedCheckpoint(earlier, key) }, key)
  return withProof({ ...detail, order, marketKey: marketKeyText(key.publicKey) }, (proof) => ({
    ...proof,
    signature: key.sign(checkpointText(proof.checkpoint)),
  }))
}

/** Changes every answer about a contract from now on. */
const answerInstead = async (
  page: Page,
  change: (detail: OrderDetail) => OrderDetail | Promise<OrderDetail>,
): Promise<void> => {
  await page.route(`**/${endpoints.order.path}?*`, async (route) => {
    const response = await route.fetch()
    const body: Readonly<Record<string, unknown>> = await response.json()
    await route.fulfill({ response, json: { ...body, data: encode(await change(decode(body.data))) } })
  })
}

it("names what it refuses of a forged answer, and what an honest one proves", async () => {
  const { member, phone } = await site.welcome()
  const { page, holdings } = phone
  const id = await buyElsewhere(site.url(), member)
  await page.goto(urlOf("hold-record", { id }))
  await holdings.seeSettled(60_000)
  await holdings.seeSettlementAgrees()
  await seeText(page, text("receipt.check.agrees.text"))

  const forgeries: Readonly<Record<string, Parameters<typeof answerInstead>[1]>> = {
    // a figure that does not follow from the ticks, and everything signed again: unit/verify-settlement.test.ts has the rest
    amounts: (detail) => ({ ...detail, order: { ...detail.order, credited: "1.00" } }),
    key: signedByAnother,
  }
  for (const [reason, change] of Object.entries(forgeries)) {
    await page.unrouteAll({ behavior: "wait" })
    await answerInstead(page, change)
    await page.reload()
    await page
      .getByRole("button", { name: text("receipt.check"), exact: true })
      .filter({ visible: true })
      .click()
    await seeText(page, text("receipt.check.differs"))
    await seeText(page, text(`verify.reason.${reason}`)).catch(() => expect.fail(`${reason} is not named`))
  }
  await page.unrouteAll({ behavior: "wait" })
  expect(problemsOf(phone)).toEqual([])
})
