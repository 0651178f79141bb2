/**
 * Hashes of JSON, snapshots and machines: equal content has the same hash on every device and in
 * every build.
 */
// crypto.subtle is asynchronous, and missing on pages over plain HTTP
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { AnyMachineSnapshot, AnyStateMachine } from "xstate"
import type { Json, Redact } from "./redact.ts"

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** JSON with sorted object keys: equal content is equal text. */
export const canonical = (value: Json): string =>
  JSON.stringify(value, (_name, inner: Json) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )

/** SHA-256 in lower-case hex. */
export const hashOf = (value: Json): string => bytesToHex(sha256(utf8ToBytes(canonical(value))))

export const redactedState = ({ status, value, context }: AnyMachineSnapshot, redact: Redact): Json =>
  redact({ status, value, context })

export const stateHash = (snapshot: AnyMachineSnapshot, redact: Redact): string =>
  hashOf(redactedState(snapshot, redact))

/** Keys of a machine config without effect at run time; the build removes them. */
const IGNORED_KEYS = new Set(["description", "types"])

/** The machine config as JSON; implementations are not part of it. */
const declarationOf = (machine: AnyStateMachine, redact: Redact): Json => {
  const text = JSON.stringify(machine.config, (name, inner: unknown) =>
    IGNORED_KEYS.has(name) ? undefined : inner,
  )
  const declared: unknown = JSON.parse(text)
  return redact(declared)
}

/** Hash of several machine configs: builds with the same hash have the same charts. */
export const machinesHash = (
  machines: readonly { readonly id: string; readonly machine: AnyStateMachine }[],
  redact: Redact,
): string =>
  hashOf(
    machines
      .map(({ id, machine }): Json => [id, declarationOf(machine, redact)])
      .toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1)),
  )
