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

const isCard = (value: unknown): boolean => typeof value === "string" && isCardNumber(value)

const isImage = (text: string): boolean => /^(?:data:image\/|blob:)/i.test(text)
/** A bearer token or a JSON web token. */
const isToken = (text: string): boolean => /^(?:bearer\s+\S+|eyJ[\w-]+\.[\w-]+\.[\w-]*)$/i.test(text)

/** A field in which a text that could be a card number is taken for one. */
const isCardName = (name: string): boolean => /card|^pan$|^cc(?:n|num|number)?$/.test(plainName(name))

const handlePattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A plain JSON copy without secrets. Values that JSON cannot represent are dropped. */
export type Redact = (value: unknown) => Json

export interface RedactionRules {
  /**
   * Where a text that could be a card number is removed: in fields named like a card (default), or
   * everywhere, where one ISBN-13 of ten is taken for one.
   */
  readonly cards?: "named" | "everywhere"
  /** Is called with the path of each text that is removed, "form.fields.0.value". */
  readonly onRedacted?: (path: string) => void
  /** Names of secret fields besides those that every project has. */
  readonly names?: readonly string[]
  /** An object under this name maps names of secrets to handles (UUIDs), which are no secrets. */
  readonly handles?: string
}

export const redactWith = ({ names = [], handles, cards = "named", onRedacted }: RedactionRules): Redact => {
  const secretNames = new Set([...SECRET_NAMES, ...names.map(plainName)])
  const isSecretName = (name: string): boolean => secretNames.has(plainName(name))
  const removed = (path: readonly string[]): string => {
    onRedacted?.(path.join("."))
    return REDACTED
  }
  const redactText = (text: string, path: readonly string[]): string => {
    const mayBeCard = cards === "everywhere" || path.some(isCardName)
    const isSecret = (mayBeCard && isCardNumber(text)) || isImage(text) || isToken(text)
    return isSecret && text !== REDACTED ? removed(path) : text
  }
  const redactNamed = (
    value: unknown,
    path: readonly string[],
    isSecret: boolean,
    isHandle: boolean,
  ): Json => {
    if (isHandle && typeof value === "string" && handlePattern.test(value)) return value
    const isText = (typeof value === "string" && value !== "") || typeof value === "number"
    return isSecret && isText && value !== REDACTED ? removed(path) : redactValue(value, path)
  }
  const redactObject = (value: object, path: readonly string[], areHandles: boolean): Json => {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
    const named = entries.flatMap(([name, inner]) =>
      namingKeys.has(name) && typeof inner === "string" ? [inner] : [],
    )
    return Object.fromEntries(
      entries.map(([name, inner]): [string, Json] => {
        const at = [...path, name]
        if (name === handles && typeof inner === "object" && inner !== null)
          return [name, redactObject(inner, at, true)]
        const isNeighbour =
          name === "value" && named.some((one) => isSecretName(one) || (isCardName(one) && isCard(inner)))
        return [name, redactNamed(inner, at, isSecretName(name) || isNeighbour, areHandles)]
      }),
    )
  }
  const redactValue = (value: unknown, path: readonly string[]): Json => {
    if (typeof value === "string") return redactText(value, path)
    // JSON has no infinity and no negative zero
    if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null
    if (typeof value === "boolean" || value === null) return value
    if (Array.isArray(value)) return value.map((inner, index) => redactValue(inner, [...path, `${index}`]))
    return typeof value === "object" ? redactObject(value, path, false) : null
  }
  return (value) => redactValue(value, [])
}

/** By the names that every project has. */
export const redact: Redact = redactWith({})
