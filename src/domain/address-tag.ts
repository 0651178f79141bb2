/**
 * The tag with which an exchange tells its customers' deposits to one address apart. Only some
 * networks have one.
 */
import type { AddressFormat } from "./cash.ts"
import type { FieldProblem } from "./validate.ts"

/** The largest destination tag of the XRP Ledger: 32 bits. */
const TAG_MAX = 4_294_967_295

/** True for a network whose payments can have a tag. */
export const takesTag = (format: AddressFormat | undefined): boolean => format === "ripple"

/** A tag belongs to an exchange's address, and there only where the network has one. */
export const tagProblem = (
  text: string,
  format: AddressFormat | undefined,
  isExchange: boolean,
): FieldProblem | null => {
  if (!isExchange || !takesTag(format)) return text === "" ? null : { reason: "no-tag" }
  if (text === "") return { reason: "required" }
  return /^(?:0|[1-9]\d{0,9})$/.test(text) && Number(text) <= TAG_MAX
    ? null
    : { reason: "tag", params: { max: TAG_MAX } }
}
