/**
 * The last known home on the device: the document shows it before any code has loaded. It repeats
 * answers of the offline cache and is erased with them.
 */
import type { DeviceStorage } from "./device-storage.ts"

export const LAST_HOME = "last_home"

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {})

/** Without what home's first screen does not show. */
const shortened = (data: unknown): unknown => {
  if (Array.isArray(data)) return data.filter((row) => fieldsOf(row).recommended === true).map(shortened)
  const { latest: _changes, recent_closes: _closes, ...kept } = fieldsOf(data)
  return kept
}

/** Stores the answer of an endpoint that home shows, as the server sent it. */
export const storeLastHome = (
  storage: DeviceStorage,
  owner: string,
  endpoint: "walletSummary" | "products",
  data: unknown,
  atMs: number,
): void => {
  const last = fieldsOf(storage.read(LAST_HOME))
  const own = last.owner === owner ? last : { owner }
  storage.write(LAST_HOME, { ...own, [endpoint]: { data: shortened(data), atMs } })
}
