/** Short names for long things: the same content has the same hash on every machine, in every build. */
// The browser's own is missing on a page that came over plain HTTP from another machine, and answers later.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { AnyMachineSnapshot, AnyStateMachine } from "xstate"
import { type Json, redact } from "../journal/redact.ts"

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** JSON with the names of each object in order, so that equal content is equal text. */
export const canonical = (value: Json): string =>
  JSON.stringify(value, (_name, inner: Json) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  )

/** SHA-256 in lower-case hex. */
export const hashOf = (value: Json): string => bytesToHex(sha256(utf8ToBytes(canonical(value))))

/** A state as it may be shown and written down. */
export const stateOf = ({ status, value, context }: AnyMachineSnapshot): Json =>
  redact({ status, value, context })

/** The hash of what a machine is: its status, its active states and its context, without anything secret. */
export const stateHash = (snapshot: AnyMachineSnapshot): string => hashOf(stateOf(snapshot))

/** For people and for the compiler; the app is built without them. */
const unmeant = new Set(["description", "types"])

/** What a machine declares, without the code behind its names and without words. */
const declarationOf = (machine: AnyStateMachine): Json => {
  const text = JSON.stringify(machine.config, (name, inner: unknown) =>
    unmeant.has(name) ? undefined : inner,
  )
  const declared: unknown = JSON.parse(text)
  return redact(declared)
}

/** The hash of what several machines declare: two builds with the same one have the same charts. */
export const machinesHash = (
  machines: readonly { readonly id: string; readonly machine: AnyStateMachine }[],
): string =>
  hashOf(
    machines
      .map(({ id, machine }): Json => [id, declarationOf(machine)])
      .toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1)),
  )
