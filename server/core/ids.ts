import { randomBytes } from "node:crypto"
import { Context, Effect } from "effect"

/** Random bytes of the operating system. A simulation provides those of its seed. */
export const RandomBytes = Context.Reference<(count: number) => Uint8Array>(
  "financial-links/server/core/RandomBytes",
  { defaultValue: () => randomBytes },
)

export const newId: Effect.Effect<string> = Effect.map(RandomBytes, (bytes) =>
  Buffer.from(bytes(16)).toString("base64url"),
)

/** 32 of them, so that each is equally likely for a random byte. */
const codeSigns = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

/** A random code for people, without characters that look alike. */
export const newCode = (length: number): Effect.Effect<string> =>
  Effect.map(RandomBytes, (bytes) =>
    Array.from(bytes(length), (byte) => codeSigns[byte % codeSigns.length]).join(""),
  )
