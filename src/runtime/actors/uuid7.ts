/**
 * A new id or idempotency key: a version 7 UUID, so that the server knows the age of a key. Made
 * by hand: `randomUUID` makes version 4, and is missing in an insecure context.
 */
export const uuid7 = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  bytes[0] = ((bytes[0] ?? 0) & 0x0f) | 0x70
  bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80
  const time = Date.now().toString(16).padStart(12, "0")
  const hex = time + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
