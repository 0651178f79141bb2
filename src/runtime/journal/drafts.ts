/** What the tab keeps of a visitor's actors. */
import { revive, type StoredSnapshot, withVersion } from "@financial-links/journal"
import { redact } from "../../journal/redact.ts"
import type { Drafts } from "./streams.ts"

export const takeDraft: Drafts["takeDraft"] = ({ actor, stream: { version } }, atMs) => {
  const snapshot = redact(actor.pure.persist(actor.getSnapshot()))
  return { stream: `visitor/${actor.id}`, version, seq: 0, atMs, snapshot }
}

const isDraft = (value: unknown): value is StoredSnapshot =>
  typeof value === "object" &&
  value !== null &&
  "version" in value &&
  typeof value.version === "number" &&
  "snapshot" in value

export const readDraft: Drafts["readDraft"] = async (text, { actor, stream }) => {
  const draft: unknown = JSON.parse(text)
  if (!isDraft(draft)) throw new Error("what was kept is no draft")
  return { draft, snapshot: await revive(actor.pure, draft, stream) }
}

export const draftStream: Drafts["draftStream"] = ({ actor, stream, base, events }) => {
  const { scope, version, upcasters } = stream
  const name = `visitor/${actor.id}`
  const rows = events.map((event, index) => ({
    stream: name,
    seq: index + 1,
    event: redact(withVersion(upcasters, event)),
  }))
  return { id: actor.id, name, scope, version, base, rows }
}
