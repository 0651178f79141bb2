/**
 * Removes secrets from what is journaled. Machines keep secrets out of their events; this is the
 * second line of defence.
 */

/** A plain JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export const REDACTED = "[redacted]"

/** Names of secret fields, compared without case, "-" and "_". */
const SECRET_NAMES: readonly string[] = [
  "password",
  "oldpassword",
  "newpassword",
  "confirmpassword",
  "passwordconfirm",
  "token",
  "accesstoken",
  "refreshtoken",
  "authorization",
  "idnumber",
  "cardnumber",
  "cvv",
  "pin",
  "image",
  "file",
  "blob",
]

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[-_\s]/g, "")

/** Fields that name the secret of a neighbouring `value`: `{ field: "password", value: "…" }`. */
const namingKeys = new Set(["field", "name"])

const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const counted = index % 2 === 1 ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}

const isCardNumber = (text: string): boolean => {
  if (!/^[\d\s-]{13,25}$/.test(text)) return false
  const digits = text.replaceAll(/[\s-]/g, "")
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)
}

const isImage = (text: string): boolean => /^(?:data:image\/|blob:)/i.test(text)
/** A bearer token or a JSON web token. */
const isToken = (text: string): boolean => /^(?:bearer\s+\S+|eyJ[\w-]+\.[\w-]+\.[\w-]*)$/i.test(text)

const redactText = (text: string): string =>
  isCardNumber(text) || isImage(text) || isToken(text) ? REDACTED : text

const handlePattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A plain JSON copy without secrets. Values that JSON cannot represent are dropped. */
export type Redact = (value: unknown) => Json

export interface RedactionRules {
  /** Names of secret fields besides those that every project has. */
  readonly names?: readonly string[]
  /** An object under this name maps names of secrets to handles (UUIDs), which are no secrets. */
  readonly handles?: string
}

export const redactWith = ({ names = [], handles }: RedactionRules): Redact => {
  const secretNames = new Set([...SECRET_NAMES, ...names.map(plainName)])
  const isSecretName = (name: string): boolean => secretNames.has(plainName(name))
  const redactNamed = (value: unknown, isSecret: boolean, isHandle: boolean): Json => {
    if (isHandle && typeof value === "string" && handlePattern.test(value)) return value
    const isText = (typeof value === "string" && value !== "") || typeof value === "number"
    return isSecret && isText ? REDACTED : redactValue(value)
  }
  const redactObject = (value: object, areHandles: boolean): Json => {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
    const namesSecret = entries.some(
      ([name, inner]) => namingKeys.has(name) && typeof inner === "string" && isSecretName(inner),
    )
    return Object.fromEntries(
      entries.map(([name, inner]): [string, Json] => {
        if (name === handles && typeof inner === "object" && inner !== null)
          return [name, redactObject(inner, true)]
        const isSecret = isSecretName(name) || (namesSecret && name === "value")
        return [name, redactNamed(inner, isSecret, areHandles)]
      }),
    )
  }
  const redactValue: Redact = (value) => {
    if (typeof value === "string") return redactText(value)
    // JSON has no infinity and no negative zero
    if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null
    if (typeof value === "boolean" || value === null) return value
    if (Array.isArray(value)) return value.map(redactValue)
    return typeof value === "object" ? redactObject(value, false) : null
  }
  return redactValue
}

/** By the names that every project has. */
export const redact: Redact = redactWith({})
