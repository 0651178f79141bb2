// @module-tag exhaustive
import { describe, expect, it } from "vitest"
import { addAddressBy, callServer, fieldOf, withdrawBy } from "../support/app.ts"
import { holdAnswers } from "./faults.ts"
import {
  button,
  dontSeeProblem,
  pauseOfAThumb,
  seeBusy,
  seeFocus,
  seeProblem,
  seeValue,
} from "./page-models/fields.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

const TRON = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
const ETHEREUM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const RIPPLE = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"

const field = (reason: string): string => text(`error.field.${reason}`)

describe("a crypto address", () => {
  it("with one wrong letter is refused on the field, and its correction is added", async () => {
    const { phone } = await site.welcome()
    const { page, account } = phone
    await page.goto("/pages/usdt/usdt-add")
    await account.network().selectOption("USDT-TRC20")
    await account.address().fill(TRON.replace("J", "K"))
    await account.address().blur()
    await seeProblem(account.address(), field("address-checksum"))
    await account.submitAddress()
    await seeFocus(account.address())
    await account.address().fill(ETHEREUM)
    await seeProblem(account.address(), field("address-network"))
    // the same letters are right on another network
    await account.network().selectOption("USDT-ERC20")
    await dontSeeProblem(account.address())
    await account.address().fill(ETHEREUM.toLowerCase())
    await seeText(page, text("usdt.no-checksum"))
    await account.network().selectOption("USDT-TRC20")
    await account.address().fill(TRON)
    await dontSeeProblem(account.address())
    await pauseOfAThumb(page)
    const held = await holdAnswers(phone.window.context, "cryptoAddressAdd")
    await account.submitAddress()
    await held.met
    await seeBusy(button(page, text("usdt.add.submit")), true)
    held.release()
    await seeText(page, TRON)
    expect(problemsOf(phone)).toEqual([])
  })

  it("at an exchange has a tag where the network has one", async () => {
    const { phone } = await site.welcome()
    const { page, account } = phone
    await page.goto("/pages/usdt/usdt-add-ex")
    await account.exchange.network().selectOption("USDT-TRC20")
    await seeEqual(() => account.exchange.tag().count(), 0)
    await account.exchange.network().selectOption("XRP")
    await account.exchange.address().fill(RIPPLE)
    await account.exchange.submit()
    await seeProblem(account.exchange.tag(), field("required.tag"))
    await seeFocus(account.exchange.tag())
    await account.exchange.tag().fill("4294967296")
    await seeProblem(account.exchange.tag(), text("error.field.tag", { max: 4_294_967_295 }))
    await account.exchange.tag().fill("104338")
    await dontSeeProblem(account.exchange.tag())
    await pauseOfAThumb(page)
    await account.exchange.submit()
    await seeText(page, text("usdt.tag.of", { tag: "104338" }))
    await seeText(page, text("usdt.exchange"))
    expect(problemsOf(phone)).toEqual([])
  })
})

describe("a removed crypto address", () => {
  it("is asked about first, and can be added again as it was", async () => {
    const { phone, member } = await site.welcome()
    const { page, window } = phone
    const { context } = window
    for (const body of [
      { network: "USDT-TRC20", address: TRON, exchange: false },
      { network: "XRP", address: RIPPLE, exchange: true, tag: "104338" },
      { network: "USDT-ERC20", address: ETHEREUM, exchange: false },
    ])
      fieldOf(await addAddressBy(site.url(), body, { token: member.token }), "id")
    await page.goto("/pages/usdt/usdt-list")
    await seeText(page, TRON)
    const shown = async () => {
      const all = [TRON, RIPPLE, ETHEREUM]
      const counts = await Promise.all(all.map((each) => page.getByText(each, { exact: true }).count()))
      return all.filter((_, index) => counts[index] === 1)
    }
    const removal = text("destination.remove", { name: "XRP" })
    const remove = button(page, removal)
    const question = page.getByRole("alertdialog", { name: text("usdt.remove.question"), exact: true })
    const confirm = button(question, text("destination.remove.confirm"))
    const undo = button(page, text("usdt.undo"))
    await remove.click()
    await question.waitFor()
    await page.goBack()
    await question.waitFor({ state: "hidden" })
    expect(await shown()).toEqual([TRON, RIPPLE, ETHEREUM])
    const removing = await holdAnswers(context, "cryptoAddressRemove")
    await pauseOfAThumb(page)
    await remove.click()
    await confirm.click()
    await removing.met
    await seeBusy(confirm, true)
    removing.release()
    await seeEqual(shown, [TRON, ETHEREUM])
    await question.waitFor({ state: "hidden" })
    const restoring = await holdAnswers(context, "cryptoAddressAdd")
    await undo.click()
    await restoring.met
    await seeBusy(undo, true)
    restoring.release()
    await seeEqual(shown, [TRON, RIPPLE, ETHEREUM])
    await seeText(page, text("usdt.tag.of", { tag: "104338" }))
    await seeEqual(() => undo.count(), 0)
    expect(problemsOf(phone)).toEqual([])
  })
})

describe("a bank account", () => {
  it("is added with its bank, withdrawn to, and removed", async () => {
    const { member, phone } = await site.welcome()
    const { page, account } = phone
    await page.goto("/pages/bank/bank-add")
    await account.chooseAccount()
    await account.submitAccount()
    await seeProblem(account.bank(), field("choose.bankCode"))
    await seeFocus(account.bank())
    await account.bank().selectOption("011")
    await account.holder().fill("Ada Obi")
    await account.accountNumber().fill("0000014578")
    await pauseOfAThumb(page)
    await account.submitAccount()
    await seeProblem(account.accountNumber(), field("account-checksum"))
    await seeValue(account.accountNumber(), "0000014578")
    await account.accountNumber().fill("0000014579")
    await dontSeeProblem(account.accountNumber())
    // the number is another bank's when another bank is chosen
    await account.bank().selectOption("058")
    await seeProblem(account.accountNumber(), field("account-checksum"))
    await account.bank().selectOption("011")
    await pauseOfAThumb(page)
    await account.submitAccount()
    await account.seeCards()
    await seeText(page, "First Bank of Nigeria")
    await account.seeCard("4579")
    const { said } = await callServer(site.url(), "bankCards", {}, { token: member.token })
    const stored: unknown = said.kind === "success" ? said.data : null
    const [id] = (Array.isArray(stored) ? stored : []).map((each) => String(Reflect.get(Object(each), "id")))
    const withdrawal = {
      key: crypto.randomUUID(),
      amount: "2000.00",
      method: "bank",
      destination_id: id ?? "",
    } as const
    fieldOf(await withdrawBy(site.url(), withdrawal, { token: member.token }), "id")
    await button(page, text("destination.remove", { name: "First Bank of Nigeria" })).click()
    const question = page.getByRole("alertdialog", { name: text("bank.remove.question"), exact: true })
    await button(question, text("destination.remove.confirm")).click()
    await seeText(page, text("bank.empty"))
    await seeText(page.locator("[popover]"), text("bank.removed"))
    await page.goBack()
    await phone.home.see()
    expect(problemsOf(phone)).toEqual([])
  })
})
