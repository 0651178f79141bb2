import { createHash } from "node:crypto"

const LATEST = 40

/** What happened in a run, in order. Two runs of one seed have the same digest. */
export interface Trail {
  readonly note: (what: string) => void
  /** Adds to the digest alone. */
  readonly digestOnly: (what: string) => void
  /** Counts an occurrence for the report, without a line of its own. */
  readonly count: (what: string) => void
  readonly counts: () => ReadonlyMap<string, number>
  /** The latest lines, oldest first. */
  readonly latest: () => ReadonlyArray<string>
  /** SHA-256 of all lines. */
  readonly digest: () => string
}

/** `print` receives every line as it is noted. */
export const makeTrail = (
  nowMs: () => number,
  startMs: number,
  print: (line: string) => void = () => {},
): Trail => {
  const hash = createHash("sha256")
  const counts = new Map<string, number>()
  const latest: string[] = []
  return {
    note: (what) => {
      const line = `${((nowMs() - startMs) / 60_000).toFixed(3)} ${what}`
      hash.update(`${line}\n`)
      latest.push(line)
      if (latest.length > LATEST) latest.shift()
      print(line)
    },
    digestOnly: (what) => void hash.update(`${what}\n`),
    count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
    counts: () => counts,
    latest: () => latest,
    digest: () => hash.copy().digest("hex"),
  }
}
