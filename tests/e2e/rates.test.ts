// @module-tag exhaustive
import { expect, it } from "vitest"
import { readDeposits } from "../support/answers.ts"
import { addAddressBy } from "../support/app.ts"
import { addCard } from "./cards.ts"
import { holdAnswers } from "./faults.ts"
import { expectMemberBooks } from "./member-books.ts"
import { operate } from "./operator.ts"
import { seeEqual } from "./page-models/figures.ts"
import { openOwnSite, problemsOf, proof } from "./site.ts"

/** An offer holds for 10 to 20 seconds: on a busy machine the steps before its end take several. */
const site = openOwnSite({ RATE_HOLD_MS: "10000" })

it("offers the new rate when the agreed one has expired between two steps, and books that one", async () => {
  await operate(site, "rates", "set", "USDT", "1600")
  const { member, phone } = await site.welcome()
  const { home, deposit } = phone
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
  await deposit.seeExpiredRate()
  const held = await holdAnswers(phone.window.context, "depositCreate")
  await deposit.submit()
  await held.met
  await seeEqual(() => deposit.newRateButton().isDisabled(), true)
  held.release()
  expect(await readDeposits(site.url(), member.token)).toEqual([])
  await deposit.takeNewRate()
  await deposit.seeSend("25", "USDT")
  await deposit.paid()
  await deposit.submit()
  await deposit.seeAnswer("accepted")
  await deposit.goToRecords()
  await deposit.openRecord()
  await deposit.seeRecordFigure("deposit.sent", "25")
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
  await addAddressBy(site.url(), address, { token: member.token })
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

it("offers the new cost of a withdrawal that was confirmed with another, and books that one", async () => {
  const fee = (amount: string) => operate(site, "terms", "set", "bank", "1000", "20000000", amount, "30")
  await fee("0")
  const { member, phone } = await site.welcome()
  const { withdrawal } = phone
  await addCard(site.url(), member)
  await withdrawal.open()
  await withdrawal.amount().fill("2000")
  await withdrawal.choose("First Bank")
  await withdrawal.review()
  await withdrawal.seeConfirmed("2000.00", "2000.00")
  await fee("150")
  await withdrawal.submit()
  await withdrawal.seeNewFee()
  expect((await expectMemberBooks(site.url(), member)).withdrawals).toEqual([])
  await withdrawal.takeNewFee()
  await withdrawal.review()
  await withdrawal.seeConfirmed("2000.00", "1850.00")
  await withdrawal.submit()
  await withdrawal.seeAnswer("accepted")
  const [record] = (await expectMemberBooks(site.url(), member)).withdrawals
  expect(record).toMatchObject({ number: "2000.00", fee: "150.00", realNumber: "1850.00" })
  expect(problemsOf(phone)).toEqual([])
})

it("shows the new address of a network instead of recording one that the member never saw", async () => {
  const addresses = ["rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh", "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY"] as const
  const network = (address: string) =>
    operate(site, "networks", "set", "xrp", "XRP", address, "1000", "5000000", "30", "--format", "ripple")
  await network(addresses[0])
  const { member, phone } = await site.welcome()
  const { deposit } = phone
  await deposit.open()
  await deposit.choose("XRP")
  await deposit.seeAddress(addresses[0])
  await deposit.paid()
  await deposit.amount().fill("5000")
  await deposit.next()
  await deposit.pickProof(await proof())
  await deposit.seeProofKept()
  await deposit.seeProofSent()
  await network(addresses[1])
  await deposit.submit()
  await deposit.seeNewAddress()
  expect(await readDeposits(site.url(), member.token)).toEqual([])
  await deposit.takeNewAddress()
  await deposit.seeAddress(addresses[1])
  await deposit.paid()
  await deposit.next()
  await deposit.submit()
  await deposit.seeAnswer("accepted")
  expect(await readDeposits(site.url(), member.token)).toMatchObject([{ address: addresses[1] }])
  expect(problemsOf(phone)).toEqual([])
})
