/**
 * Versions of stored events. An event is stored with the version of its type (none: 1) and never
 * rewritten; it is upcast at reading.
 */

/** What turns the events and snapshots of earlier releases into those of this one. */
export interface StreamUpcasters {
  /** By event type: the first turns version 1 into 2. Types that have not changed have none. */
  readonly events: Readonly<Record<string, readonly Upcaster[]>>
  /**
   * Of `value` and `context` of a snapshot whose events were compacted: the first turns version 1 of
   * the stream into 2.
   */
  readonly snapshots: readonly Upcaster[]
}

const NONE: readonly Upcaster[] = []

/** A snapshot of `storedVersion` in the version of the stream. Throws `UnknownVersion`. */
export const upcastSnapshot = (
  { version, upcasters }: { readonly version: number; readonly upcasters?: StreamUpcasters },
  storedVersion: unknown,
  snapshot: Stored,
): Stored =>
  storedVersion === version
    ? snapshot
    : upcastFrom(storedVersion, upcasters?.snapshots ?? NONE, snapshot, "the snapshot")

/** A step for the context alone. */
export const inContext =
  (step: Upcaster): Upcaster =>
  ({ context, ...snapshot }) => {
    if (!isStored(context)) throw new Error("there is no context")
    return { ...snapshot, context: step(context) }
  }

const stepsOf = (upcasters: StreamUpcasters | undefined, type: string): readonly Upcaster[] =>
  upcasters !== undefined && Object.hasOwn(upcasters.events, type) ? (upcasters.events[type] ?? NONE) : NONE

/**
 * A stored event as this release reads it. Values that are no events stay: their schema refuses
 * them. Throws `UnknownVersion`.
 */
export const upcastEvent = (upcasters: StreamUpcasters | undefined, stored: unknown): unknown => {
  if (!isStored(stored)) return stored
  const { type, version = 1 } = stored
  if (typeof type !== "string") return stored
  return upcastFrom(version, stepsOf(upcasters, type), stored, type)
}

/** The event with the version of its type, as it is stored. */
export const withVersion = <Event extends { readonly type: string }>(
  upcasters: StreamUpcasters | undefined,
  event: Event,
): Event | (Event & { readonly version: number }) => {
  const { length } = stepsOf(upcasters, event.type)
  return length === 0 ? event : { ...event, version: length + 1 }
}

/**
 * Versions of what is stored. A stored object keeps the version it was written in; at reading,
 * upcasters turn an old one into that of this release, step by step.
 */

/** An object as it was stored. Its fields are those of the release that wrote it. */
export interface Stored {
  readonly [field: string]: unknown
}

/** Turns a stored object of one version into the next. Pure; throws if it is not of that version. */
export type Upcaster = (stored: Stored) => Stored

/** What is stored is of a later version than this release knows, or of none. */
export class UnknownVersion extends Error {
  constructor(what: string, version: unknown, known: number) {
    const isNewer = Number.isInteger(version) && Number(version) > known
    super(
      isNewer
        ? `${what} is of version ${version}, of a newer release`
        : `${what} has no version this release knows`,
    )
    this.name = "UnknownVersion"
  }
}

export const isStored = (value: unknown): value is Stored =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Applies the steps from `version` on. Throws `UnknownVersion` for a version that is not known. */
export const upcastFrom = (
  version: unknown,
  steps: readonly Upcaster[],
  stored: Stored,
  what: string,
): Stored => {
  const known = steps.length + 1
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1 || version > known)
    throw new UnknownVersion(what, version, known)
  return steps.slice(version - 1).reduce((current, step) => step(current), stored)
}
