/** The second factor of an account: an authenticator app, and recovery codes for a lost device or passkey. */
import { Schema } from "effect"
import { AtMs } from "./entities.ts"
import { plainCode } from "./validate.ts"

/** The app as its member sees it. */
export const Factor = Schema.Struct({
  /** Null for an account without one. */
  addedAtMs: Schema.NullOr(AtMs),
  codesLeft: Schema.Int,
}).pipe(Schema.encodeKeys({ addedAtMs: "added_at_ms", codesLeft: "codes_left" }))
export type Factor = typeof Factor.Type

/** What a member can change of the second factor. */
export type FactorChange = "app" | "passkey" | "codes" | "app-off" | "passkey-off"

/** RFC 4648: authenticator apps read it. Both alphabets have 32 signs, equally likely for a random byte. */
const KEY_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
/** Without signs that look alike. */
const CODE_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
/** 160 bits, the length of the hash. */
const KEY_LENGTH = 32
/** 80 bits. */
const CODE_LENGTH = 16
export const RECOVERY_CODES = 10

/** A new factor: the key of the app and the recovery codes, as they are shown. */
export interface FactorSecrets {
  readonly key: string
  readonly codes: readonly string[]
}

const signsOf = (signs: string, bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => signs[byte % signs.length]).join("")

/** "ABCD-EFGH-…" */
const inFours = (text: string): string => text.match(/.{1,4}/g)?.join("-") ?? ""

/** The device makes it, so that it is part of no answer. */
export const makeFactor = (random: (count: number) => Uint8Array): FactorSecrets => ({
  key: signsOf(KEY_SIGNS, random(KEY_LENGTH)),
  codes: makeCodes(random),
})

/** New recovery codes, as they are shown. */
export const makeCodes = (random: (count: number) => Uint8Array): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () => inFours(signsOf(CODE_SIGNS, random(CODE_LENGTH))))

/** What an authenticator app reads from a QR code. */
export const factorUrl = (key: string, issuer: string, username: string): string => {
  const label = [issuer, username].map(encodeURIComponent).join(":")
  return `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(issuer)}`
}

/** A code as it is compared: members type spaces, dashes and small letters. */
export const plainFactorCode = (typed: string): string =>
  plainCode(typed)
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .toUpperCase()

const isSigns = (text: string, signs: string, length: number): boolean =>
  text.length === length && [...text].every((sign) => signs.includes(sign))

/** Key and codes in one text, as the form sends them. */
export const writeFactor = ({ key, codes }: FactorSecrets): string => [key, ...codes].join(" ")

/** The plain codes of a text; null unless there are as many as must be, all different. */
export const readCodes = (text: string): readonly string[] | null => {
  const written = text.split(" ")
  const codes = [...new Set(written.map(plainFactorCode))]
  const isWhole = codes.length === RECOVERY_CODES && written.length === RECOVERY_CODES
  return isWhole && codes.every((code) => isSigns(code, CODE_SIGNS, CODE_LENGTH)) ? codes : null
}

/** Key and plain codes of a text; null unless both are whole. */
export const readFactorSecrets = (text: string): FactorSecrets | null => {
  const [key = "", ...rest] = text.split(" ")
  const codes = readCodes(rest.join(" "))
  return codes !== null && isSigns(key, KEY_SIGNS, KEY_LENGTH) ? { key, codes } : null
}

/** Whether one of these recovery codes was typed. */
export const isCodeOf = (typed: string, codes: readonly string[]): boolean =>
  codes.some((code) => plainFactorCode(code) === plainFactorCode(typed))

/** Whether this is the code of an app rather than a recovery code. */
export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain)
