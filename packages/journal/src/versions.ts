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
