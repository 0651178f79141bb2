import { expect, it } from "vitest"
import { readDetail, verify } from "../../server/verify/verify.ts"
import { amountOf, koboOf } from "../../src/domain/money.ts"
import { goodPassword } from "../support/app.ts"
import { addCard } from "./cards.ts"
import { expectMemberBooks } from "./member-books.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf, proof } from "./site.ts"

const site = openSite()
const CARD = "4111111111111111"

it("takes a newcomer through the whole job: join, deposit, buy, settle, check, withdraw", async () => {
  const phone = await site.openDevice()
  const { entry, home, tabs, market, ticket, holdings, deposit, withdrawal, account } = phone
  await phone.window.context.grantPermissions(["clipboard-read", "clipboard-write"])
  const username = `ada.${Date.now()}`

  await entry.open()
  await entry.seeLogin()
  await entry.goToRegister()
  await entry.seeRegister()
  await entry.username().fill(username)
  await entry.password().fill(goodPassword)
  await entry.invitation().fill(site.invitationCode())
  await entry.consent().check()
  const asNewcomer = await phone.feedback.listen()
  await entry.submitRegister()
  await home.see()
  await asNewcomer.seeOnce(text("register.done.bonus", { amount: "₦200,000.00" }))
  await home.seeAvailable("200000.00")

  await tabs.goTo("my")
  await account.seeName(username)
  await account.logOut()
  await entry.seeLogin()
  const asMember = await phone.feedback.listen()
  await entry.login(username, goodPassword)
  await home.see()
  await asMember.seeOnce(text("login.done"))

  await tabs.goTo("market")
  await market.see()
  await market.seePriceMove("AAPL")
  await market.seeTerms("AAPL", "₦1,000.00", "₦500,000.00")
  await phone.page.goBack()

  await tabs.goTo("home")
  await home.deposit()
  await deposit.seeStep("choosing")
  await deposit.choose("USDT-TRC20")
  await deposit.seeStep("amounting")
  await deposit.amount().fill("50000")
  await deposit.seeToSend("31.25")
  await deposit.next()
  await deposit.seeStep("paying")
  await deposit.seeSend("31.25", "USDT")
  const address = await deposit.copyAddress()
  await deposit.seeAddress(address)
  await deposit.paid()
  await deposit.seeSent("31.25")
  await deposit.pickProof(await proof())
  await deposit.seeProofKept()
  await deposit.submit()
  await deposit.seeAnswer("accepted")
  await deposit.goToRecords()
  await deposit.seeRecords()
  await deposit.seeStatus(1)
  await deposit.openRecord()
  await deposit.seeProof()
  await deposit.seeCurrency("NGN")

  await phone.page.goto("/pages/tabbar/home/index")
  await home.seeAvailable("250000.00")
  await tabs.goTo("trade")
  await market.buy("up")
  await ticket.see("AAPL")
  await ticket.fill("10000", 1, 5)
  await ticket.seeMostLoss("10000.00")
  await ticket.review()
  await ticket.seeConfirm()
  await ticket.seeConfirmed("10000.00")
  await ticket.confirm()
  await ticket.seeAnswer("accepted")
  await ticket.seeAnswerRead()
  await ticket.seeHoldings()
  await holdings.see()
  await holdings.seePending(1)
  await holdings.openFirst("pending")
  await holdings.seeRunning()
  await holdings.seeSettled(30_000)
  await holdings.seeSettlementAgrees()
  expect(await verify(readDetail(await holdings.saveProof()), null)).toMatchObject({
    agrees: true,
    verdict: { kind: "verified" },
  })
  await holdings.seePrintsWhole()
  const paidBack = await holdings.paidBack()
  expect(paidBack).toMatch(/^\d+\.\d\d$/)

  await phone.page.goBack()
  await tabs.goTo("my")
  await account.goToCards()
  await account.seeCards()
  await account.addCard()
  await account.bankName().fill("First Bank")
  await account.cardNumber().fill(CARD)
  await account.cardName().fill("Ada Obi")
  await account.submitCard()
  await account.seeCards()
  await account.seeCard("1111")

  await phone.page.goBack()
  await tabs.goTo("home")
  await home.withdraw()
  await withdrawal.see()
  await withdrawal.amount().fill("5000")
  await withdrawal.choose("First Bank")
  await withdrawal.seeReceived("5000.00")
  await withdrawal.review()
  await withdrawal.seeConfirm()
  await withdrawal.seeConfirmed("5000.00", "5000.00")
  await withdrawal.submit()
  await withdrawal.seeAnswer("accepted")
  await withdrawal.goToRecords()
  await withdrawal.seeRecords()
  await withdrawal.seeStatusInRecords(1)
  await withdrawal.openFirst()
  await withdrawal.seeDetail()
  await withdrawal.seeStatus(1)
  await withdrawal.seeFigure("withdraw.record.received", "5000.00")

  const profit = amountOf(koboOf(paidBack) - koboOf("10000.00"))
  await account.openChanges()
  await account.seeChanges([
    { code: 104, amount: "-5000.00" },
    { code: 214, amount: profit },
    { code: 103, amount: "-10000.00" },
    { code: 201, amount: "50000.00" },
  ])
  await account.openChange(214)
  await account.seeChangeFigure("receipt.stake", "10000.00")
  await account.seeChangeFigure(profit.startsWith("-") ? "income.loss" : "income.profit", profit)
  await account.seeChangeFigure("income.credited", paidBack)
  await account.followRecord("contract")
  await holdings.seeSettlementAgrees()
  await phone.page.goBack()
  await account.seeChangeClosed()
  await account.openChange(201)
  await account.seeChangeFigure("income.amount", "50000.00")
  await account.followRecord("deposit")
  await deposit.seeProof()
  await phone.page.goBack()
  await account.seeChangeClosed()
  await account.openChange(104)
  await account.followRecord("withdrawal")
  await withdrawal.seeDetail()
  await expectMemberBooks(site.url(), { username, password: goodPassword })
  expect(problemsOf(phone)).toEqual([])
})

it("tells why the review refused a deposit, and gives a rejected withdrawal back whole, with the reason", {
  tags: ["exhaustive"],
}, async () => {
  const { member, phone } = await site.welcome()
  const { home, deposit, withdrawal, account } = phone
  await addCard(site.url(), member)
  await home.deposit()
  await deposit.fill("USDT-TRC20", "2000.13", await proof())
  await deposit.submit()
  await deposit.seeAnswer("accepted")
  await deposit.goToRecords()
  await deposit.seeStatus(2)
  await deposit.openRecord()
  await deposit.seeReason(text("review.demo-amount"))
  await withdrawal.open()
  await withdrawal.choose("First Bank")
  await withdrawal.amount().fill("3000.13")
  await withdrawal.review()
  await withdrawal.seeConfirm()
  await withdrawal.submit()
  await withdrawal.seeAnswer("accepted")
  await withdrawal.openRecord()
  await withdrawal.seeStatus(2)
  await withdrawal.seeReason(text("review.demo-amount"))
  await account.openChanges()
  await account.seeChangeCount(3)
  await account.seeChanges([
    { code: 203, amount: "3000.13" },
    { code: 104, amount: "-3000.13" },
  ])
  await expectMemberBooks(site.url(), member)
  expect(problemsOf(phone)).toEqual([])
})
