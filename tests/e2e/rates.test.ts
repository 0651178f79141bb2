import { expect, it } from "vitest"
import { readDeposits } from "../support/answers.ts"
import { callServer } from "../support/app.ts"
import { expectMemberBooks } from "./member-books.ts"
import { operate } from "./operator.ts"
import { openOwnSite, problemsOf, proof } from "./site.ts"

/** An offer holds for 6 to 12 seconds. */
const HOLD_MS = 6_000
const site = openOwnSite({ RATE_HOLD_MS: String(HOLD_MS) })

it("offers the new rate when the agreed one has expired between two steps, and books that one", async () => {
  const { member, phone } = await site.welcome()
  const { page, home, deposit } = phone
  await home.deposit()
  await deposit.choose("USDT-TRC20")
  await deposit.amount().fill("50000")
  await deposit.seeToSend("31.25")
  await deposit.next()
  await deposit.seeSend("31.25", "USDT")
  await operate(site, "rates", "set", "USDT", "2000")
  await deposit.paid()
  await deposit.pickProof(await proof())
  await deposit.seeProofKept()
  await deposit.seeProofSent()
  await page.waitForTimeout(2 * HOLD_MS)
  await deposit.submit()
  await deposit.seeExpiredRate()
  expect(await readDeposits(site.url(), member.token)).toEqual([])
  await deposit.takeNewRate()
  await deposit.seeSend("25", "USDT")
  await deposit.paid()
  await deposit.submit()
  await deposit.seeAnswer("accepted")
  await deposit.goToRecords()
  await deposit.openRecord()
  await deposit.seeRecordFigure("deposit.to-send", "25")
  const [record] = (await expectMemberBooks(site.url(), member)).deposits
  expect(record).toMatchObject({
    number: "50000.00",
    conversion: { asset: "USDT", amount: "25", price: "2000.0000" },
  })
  expect(problemsOf(phone)).toEqual([])
})

it("shows what a withdrawal arrives as, before and after", async () => {
  const { member, phone } = await site.welcome()
  const { withdrawal } = phone
  await operate(site, "rates", "set", "BTC", "144000000")
  const address = { network: "BTC", address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq" }
  await callServer(site.url(), "cryptoAddressAdd", address, { token: member.token })
  await withdrawal.open()
  await withdrawal.amount().fill("147000")
  await withdrawal.choose("BTC")
  await withdrawal.review()
  await withdrawal.seeConfirm()
  await withdrawal.seeArrivesAs("0.001")
  await withdrawal.submit()
  await withdrawal.seeAnswer("accepted")
  await withdrawal.openRecord()
  await withdrawal.seeFigure("withdraw.arrives-as", "0.001")
  expect(problemsOf(phone)).toEqual([])
})
