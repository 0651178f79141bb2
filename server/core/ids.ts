import { createHash, randomBytes, randomInt } from "node:crypto"

/** A token nobody can guess: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString("base64url")

/** What is kept of a token: enough to recognise it, useless to whoever reads the database. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url")

/** A random id, 128 bits. */
export const newId = (): string => randomBytes(16).toString("base64url")

const codeSigns = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

/** A random invitation code without signs that look alike. */
export const newInvitationCode = (length: number): string =>
  Array.from({ length }, () => codeSigns[randomInt(codeSigns.length)]).join("")
