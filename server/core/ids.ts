import { randomBytes, randomInt } from "node:crypto"

/** A random id, 128 bits. */
export const newId = (): string => randomBytes(16).toString("base64url")

const codeSigns = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

/** A random code for people, without characters that look alike. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => codeSigns[randomInt(codeSigns.length)]).join("")
