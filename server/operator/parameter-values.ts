import { Effect } from "effect"
import { type Kobo, koboOf, type PriceUnits, priceUnitsOf } from "../../src/domain/money.ts"
import { isAmount } from "../../src/domain/validate.ts"
import { CommandRefused } from "./command.ts"

/** Fifteen digits before the point: what an answer can carry. */
const amountMax = koboOf("999999999999999.99")

/** Parses an amount in naira. */
export const readAmount = (text: string): Effect.Effect<Kobo, CommandRefused> =>
  isAmount(text) && koboOf(text) <= amountMax
    ? Effect.succeed(koboOf(text))
    : Effect.fail(new CommandRefused({ message: `Not an amount: ${text}` }))

/** Parses an integer within bounds. */
export const readWhole = (
  text: string,
  least: number,
  most: number,
): Effect.Effect<number, CommandRefused> =>
  /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? Effect.succeed(Number(text))
    : Effect.fail(new CommandRefused({ message: `Not a whole number from ${least} to ${most}: ${text}` }))

/** Parses a price in naira with at most four decimals. */
export const readPrice = (text: string): Effect.Effect<PriceUnits, CommandRefused> =>
  /^\d{1,12}(?:\.\d{1,4})?$/.test(text) && priceUnitsOf(text) > 0n
    ? Effect.succeed(priceUnitsOf(text))
    : Effect.fail(new CommandRefused({ message: `Not a price in naira: ${text}` }))

/** Parses the name of an asset. */
export const readAssetName = (text: string): Effect.Effect<string, CommandRefused> =>
  /^[A-Z0-9]{2,12}$/.test(text)
    ? Effect.succeed(text)
    : Effect.fail(new CommandRefused({ message: `Not an asset, such as USDT: ${text}` }))

/** Parses a time of the market day, "09:30", as minutes; "24:00" is its end. */
export const readMinute = (text: string): Effect.Effect<number, CommandRefused> =>
  /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text)
    ? Effect.succeed(Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))
    : Effect.fail(new CommandRefused({ message: `Not a time of the day, such as 09:30: ${text}` }))

/** The inverse of `readMinute`. */
export const timeOfMinute = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":")
