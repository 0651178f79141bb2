// @module-tag exhaustive
import { spawn } from "node:child_process"
import { join } from "node:path"
import { afterAll, describe, expect, it, vi } from "vitest"
import { startPaymentSimulator } from "../../scripts/payment-simulator.ts"
import { readWallet } from "../support/answers.ts"
import { callServer, fieldOf } from "../support/app.ts"
import { embedded } from "../support/engines.ts"
import { expectMemberBooks } from "./member-books.ts"
import { chooseOnProviderPage } from "./page-models/payment.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openOwnSite, openSite, problemsOf } from "./site.ts"

const root = join(import.meta.dirname, "../..")
const simulator = await startPaymentSimulator(join(root, "server/payment-simulator/main.ts"))
afterAll(() => simulator.stop())

/** The opening balance of a new member. */
const BONUS = "200000.00"
const site = openOwnSite(simulator.env)
const bare = openSite()

const fill = async ({ payment }: Phone, way: 2 | 3, amount: string): Promise<void> => {
  await payment.open()
  await payment.seeWays()
  await payment.choose(way)
  await payment.amount().fill(amount)
}

describe("a payment", () => {
  it("by Alipay leads from the deposit page through the provider's page to the credited balance", async () => {
    const { member, phone } = await site.welcome()
    const { home, payment } = phone
    await home.deposit()
    await payment.choosePaymentPage()
    await payment.seeWays()
    await payment.choose(3)
    await payment.seeBounds()
    await payment.amount().fill("2500")
    const provider = await payment.start(3)
    await payment.see("pending")
    expect((await readWallet(site.url(), member.token)).available).toBe(BONUS)
    await chooseOnProviderPage(provider, "pay")
    await payment.see("success")
    await provider.getByRole("link", { name: text("payment-page.return") }).click()
    await provider.getByRole("heading", { name: text("pay.success"), exact: true }).waitFor()
    await payment.goToRecords()
    await payment.seeRecord("deposit.status.1")
    const { deposits, wallet } = await expectMemberBooks(site.url(), member)
    expect(deposits).toMatchObject([{ number: "2500.00", status: 1, payment: { way: 3, link: null } }])
    expect(wallet.available).toBe("202500.00")
    expect(problemsOf(phone)).toEqual([])
  })

  it("that is cancelled fails with its reason, and another one can be started", async () => {
    const { member, phone } = await site.welcome()
    const { payment } = phone
    await fill(phone, 2, "3000")
    const provider = await payment.start(2)
    await chooseOnProviderPage(provider, "cancel")
    await payment.see("cancelled")
    await payment.seeWords(text("pay.fail.text"))
    await payment.seeNoLink()
    await payment.again()
    await payment.seeWays()
    await payment.choose(3)
    await payment.amount().fill("3000.13")
    await chooseOnProviderPage(await payment.start(3), "pay")
    await payment.see("fail")
    await payment.seeWords(text("payment.failed.declined"))
    const { deposits, wallet } = await expectMemberBooks(site.url(), member)
    expect(deposits.map(({ status }) => status)).toEqual([2, 2])
    expect(wallet.available).toBe(BONUS)
    expect(problemsOf(phone)).toEqual([])
  })
})

describe("without payment ways", () => {
  it("the pay page opens nothing, and the deposit page offers networks alone", async () => {
    const { phone } = await bare.welcome()
    await phone.payment.open()
    await phone.payment.see("refused")
    await phone.deposit.open()
    await phone.deposit.seeStep("choosing")
    expect(await phone.page.getByText(text("deposit.other-ways")).count()).toBe(0)
  })

  it("an address that is not allowed is not opened", async () => {
    const { phone } = await site.welcome()
    await phone.payment.open(`?url=${encodeURIComponent("https://evil.example/pay")}`)
    await phone.payment.see("refused")
    await phone.payment.seeNoLink()
  })
})

describe("npm start", () => {
  it("starts the simulator with the demo, and ends it with the server", async () => {
    const store = await embedded.openStore()
    const child = spawn(process.execPath, [join(root, "scripts/start.ts")], {
      cwd: root,
      env: { ...process.env, ...store.env, PORT: "0", READY_FD: "3" },
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    })
    const channel = child.stdio[3]
    const line = await new Promise<string>((resolve) =>
      channel?.once("data", (bytes: Buffer) => resolve(bytes.toString("utf8"))),
    )
    const ready = Object(JSON.parse(line))
    const config = await callServer(String(Reflect.get(ready, "url")), "systemConfig", {})
    const ways: unknown = fieldOf(config, "payment_ways")
    expect(ways).toMatchObject([{ way: 1 }, { way: 2 }, { way: 3 }])
    const demo = Object(Reflect.get(ready, "demo"))
    const login = { username: String(demo.username), password: String(demo.password) }
    const token = String(fieldOf(await callServer(String(ready.url), "login", login), "token"))
    const asked = { key: crypto.randomUUID(), way: 2, amount: "1000.00" } as const
    const started = await callServer(String(ready.url), "paymentCreate", asked, { token })
    const link = String(Reflect.get(Object(fieldOf(started, "payment")), "link"))
    expect((await fetch(link)).status).toBe(200)
    child.kill("SIGKILL")
    await vi.waitFor(() => expect(fetch(link)).rejects.toThrow(), 10_000)
    await store.remove()
  })
})
