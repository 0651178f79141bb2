import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Db, execute } from "../../server/db/db.ts"
import {
  createDeposit,
  listDepositNetworks,
  listDeposits,
  readDeposit,
} from "../../server/payments/deposits.ts"
import { pollRates, setAssetPrice } from "../../server/payments/rates.ts"
import { listWithdrawals, listWithdrawalTerms, readWithdrawal } from "../../server/payments/withdrawals.ts"
import { type CashWorld, newMember, newUpload, openWorld, reasonOf } from "../support/cash.ts"
import { addCard, deposit, withdrawal } from "../support/cash-requests.ts"
import { addCryptoAddress, createWithdrawal } from "../support/confirmed.ts"
import { effectTests } from "../support/effect-tests.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { appendPlanted } from "../support/invariants.ts"
import { openTestWorld } from "../support/world-tests.ts"

const HOLD_MS = 60_000
const DAY_MS = 86_400_000
const START_MS = 1_800_000_000_000

const rateOf = Effect.fnUntraced(function* (network: string) {
  const rate = (yield* listDepositNetworks()).find((each) => each.network === network)?.rate
  if (rate === undefined) throw new Error(`${network} has no rate`)
  return rate
})

/** Reports a deposit of ₦50,000.00 in USDT at a rate. */
const reportAt = Effect.fnUntraced(function* (rateId: string) {
  const call = yield* newMember()
  const proofImage = yield* newUpload(call)
  const request = { key: randomUUID(), networkId: "usdt-trc20", amount: "50000.00", proofImage, rateId }
  return { call, made: createDeposit(request, call) }
})

forEachEngineInTurn("rates", (engine) => {
  const { run, runAt, test } = openTestWorld(
    engine,
    { coolingOffMs: 0, rateHoldMs: HOLD_MS },
    { isSound: true },
  )
  const testAt = (atMs: number) => effectTests<CashWorld>((work) => runAt(atMs, work))

  describe("a rate", () => {
    testAt(START_MS)("is offered with its time, and held for the time configured", function* () {
      yield* setAssetPrice("USDT", 1_600_0000n)
      const rate = yield* rateOf("USDT-TRC20")
      expect(rate).toMatchObject({ asset: "USDT", price: "1600.0000", decimals: 6 })
      expect(rate.expiresAtMs).toBeGreaterThanOrEqual(START_MS + HOLD_MS)
      expect(yield* rateOf("USDT-TRC20")).toEqual(rate)
      const btc = (yield* listWithdrawalTerms()).find(({ network }) => network === "BTC")
      expect(btc?.rate).toMatchObject({ asset: "BTC", decimals: 8 })
      expect((yield* listWithdrawalTerms()).find(({ method }) => method === "bank")).not.toHaveProperty(
        "rate",
      )
    })

    testAt(START_MS)(
      "must be named by a deposit and a withdrawal of its network, and by no other",
      function* () {
        yield* setAssetPrice("USDT", 1_600_0000n)
        const call = yield* newMember(1_000_000n)
        const proofImage = yield* newUpload(call)
        const unnamed = { key: randomUUID(), networkId: "usdt-trc20", amount: "50000.00", proofImage }
        expect(yield* Effect.flip(createDeposit(unnamed, call))).toMatchObject({
          reason: "rate.missing",
          field: "rate_id",
        })
        expect((yield* listDeposits({}, call)).items).toEqual([])
        const at = { network: "USDT-TRC20", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" }
        const { id: destinationId } = yield* addCryptoAddress(at, call)
        const asked = { key: randomUUID(), amount: "6000.00", method: "crypto", destinationId } as const
        expect(yield* reasonOf(createWithdrawal(asked, call))).toBe("rate.missing")
        expect((yield* listWithdrawals({}, call)).items).toEqual([])
        const card = yield* addCard(call)
        expect((yield* withdrawal(call, "2000.00", card.id)).conversion).toBeUndefined()
        yield* (yield* Db).execute("delete from asset_prices where asset = 'BTC'")
        const unrated = { key: randomUUID(), networkId: "btc", amount: "20000.00", proofImage }
        expect((yield* createDeposit(unrated, call)).conversion).toBeUndefined()
        yield* setAssetPrice("BTC", 150_000_000_0000n)
      },
    )

    testAt(START_MS)(
      "binds a deposit at acceptance: the record keeps naira, asset, amount and rate",
      function* () {
        yield* setAssetPrice("USDT", 1_600_0000n)
        const { id, atMs } = yield* rateOf("USDT-TRC20")
        yield* setAssetPrice("USDT", 1_700_0000n)
        const { call, made } = yield* reportAt(id)
        const conversion = { asset: "USDT", amount: "31.25", price: "1600.0000", atMs }
        const reported = yield* made
        expect(reported).toMatchObject({ number: "50000.00", conversion })
        expect((yield* listDeposits({}, call)).items[0]).toMatchObject({ conversion })
        expect(yield* readDeposit({ id: reported.id }, call)).toMatchObject({ conversion })
        expect((yield* rateOf("USDT-TRC20")).price).toBe("1700.0000")
      },
    )

    testAt(START_MS)("binds a deposit: what is sent is never worth less than the naira", function* () {
      yield* setAssetPrice("USDT", 1_600_0001n)
      const { made } = yield* reportAt((yield* rateOf("USDT-TRC20")).id)
      // 50 000.00 / 1600.0001 = 31.249998046…
      expect((yield* made).conversion?.amount).toBe("31.249999")
    })

    it("is refused once it has expired, and nothing is written", () =>
      Effect.gen(function* () {
        const { id } = yield* Effect.promise(() => runAt(START_MS, rateOf("USDT-TRC20")))
        yield* Effect.promise(() =>
          runAt(
            START_MS + 2 * HOLD_MS,
            Effect.gen(function* () {
              const { call, made } = yield* reportAt(id)
              expect(yield* Effect.flip(made)).toMatchObject({ reason: "rate.expired", field: "rate_id" })
              expect((yield* listDeposits({}, call)).items).toEqual([])
              const next = yield* reportAt((yield* rateOf("USDT-TRC20")).id)
              expect((yield* next.made).status).toBe(0)
            }),
          ),
        )
      }).pipe(Effect.runPromise))

    it("is expired for a day, and unknown afterwards", async () => {
      const { id, expiresAtMs } = await runAt(START_MS, rateOf("USDT-TRC20"))
      const reasonAfter = (ms: number) =>
        runAt(
          expiresAtMs + ms,
          Effect.gen(function* () {
            const offered = yield* rateOf("USDT-TRC20")
            expect(offered.id).not.toBe(id)
            return yield* reasonOf((yield* reportAt(id)).made)
          }),
        )
      expect(await reasonAfter(DAY_MS)).toBe("rate.expired")
      expect(await reasonAfter(DAY_MS + HOLD_MS)).toBe("rate.unknown")
    })

    testAt(START_MS)("is refused when it was never offered, or for another asset", function* () {
      const forged = `USDT-1-${START_MS}`
      const { made } = yield* reportAt(forged)
      expect(yield* Effect.flip(made)).toMatchObject({ reason: "rate.unknown", field: "rate_id" })
      const btc = yield* rateOf("BTC")
      expect(yield* reasonOf((yield* reportAt(btc.id)).made)).toBe("rate.unknown")
    })

    testAt(START_MS)("binds a withdrawal: what arrives is never more than the naira are worth", function* () {
      yield* setAssetPrice("USDT", 1_600_0001n)
      const call = yield* newMember(10_000_000n)
      const address = yield* addCryptoAddress(
        { network: "USDT-TRC20", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" },
        call,
      )
      const terms = (yield* listWithdrawalTerms()).find(({ network }) => network === "USDT-TRC20")
      const request = {
        key: randomUUID(),
        amount: "50000.00",
        method: "crypto",
        destinationId: address.id,
        rateId: terms?.rate?.id ?? "",
      } as const
      const made = yield* createWithdrawal(request, call)
      // (50 000.00 − 1 500.00) / 1600.0001 = 30.312498105…
      expect(made).toMatchObject({ realNumber: "48500.00", conversion: { amount: "30.312498" } })
      expect(yield* readWithdrawal({ id: made.id }, call)).toEqual(made)
      expect((yield* listWithdrawals({}, call)).items).toEqual([made])
      const forged = { ...request, key: randomUUID(), rateId: "USDT-1-1" }
      expect(yield* reasonOf(createWithdrawal(forged, call))).toBe("rate.unknown")
    })
  })

  describe("a feed of rates", () => {
    const serve = async (answer: () => string) => {
      const server = createServer((_request, response) => response.end(answer()))
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      return { url: new URL(`http://127.0.0.1:${port}/`), stop: () => server.close() }
    }

    it("sets the prices of known assets, none from an answer that is malformed, or at which nothing would arrive", async () => {
      let answer = '{"USDT":"1612.5","DOGE":"1"}'
      const feed = await serve(() => answer)
      try {
        await Effect.gen(function* () {
          yield* pollRates(feed.url)
          expect((yield* rateOf("USDT-TRC20")).price).toBe("1612.5000")
          for (const bad of ['{"USDT":"-1"}', '{"USDT":1}', "no json", `["${"x".repeat(70_000)}"]`]) {
            answer = bad
            expect(yield* reasonOf(pollRates(feed.url))).not.toBe("done")
          }
          for (const worthless of ['{"USDT":"0"}', '{"USDT":"999999999999"}']) {
            answer = worthless
            yield* pollRates(feed.url)
            expect((yield* rateOf("USDT-TRC20")).price).toBe("1612.5000")
          }
        }).pipe(run)
      } finally {
        feed.stop()
      }
    })

    it("is not offered any more when it is silent for too long", async () => {
      const fed = await openWorld(engine, { rateFeed: "https://rates.example" })
      const offered = Effect.map(listDepositNetworks(), (all) => all.map(({ rate }) => rate !== undefined))
      try {
        await fed.runAt(START_MS, setAssetPrice("USDT", 1_600_0000n))
        expect((await fed.runAt(START_MS + 60_000, offered))[0]).toBe(true)
        expect((await fed.runAt(START_MS + 11 * 60_000, offered))[0]).toBe(false)
      } finally {
        await fed.stop()
      }
    })
  })

  describe("a record without a rate", () => {
    test("stays readable: of an earlier release, or of a bank", function* () {
      const call = yield* newMember(10_000_000n)
      const made = yield* deposit(call, "1000.00")
      yield* execute(
        `update deposits set asset = null, asset_amount = null, asset_price = null, rated_at_ms = null
         where id = $1`,
        [made.id],
      )
      yield* appendPlanted
      expect(yield* readDeposit({ id: made.id }, call)).not.toHaveProperty("conversion")
      const card = yield* addCard(call)
      expect(yield* withdrawal(call, "2000.00", card.id)).not.toHaveProperty("conversion")
    })
  })
})
