import { createCipheriv, createHmac } from "node:crypto"

/** Yields uniform numbers in [0, 1). */
export type Random = () => number

const chunkBytes = 4096

/**
 * A deterministic generator: AES-256 in counter mode, keyed with an HMAC of the label. Seeing some
 * numbers (as prices) reveals nothing about the next without the secret.
 */
export const randomOf = (secret: string, label: string): Random => {
  const key = createHmac("sha256", secret).update(label).digest()
  const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16))
  let chunk = Buffer.alloc(0)
  let offset = 0
  return () => {
    if (offset >= chunk.length) {
      chunk = cipher.update(Buffer.alloc(chunkBytes))
      offset = 0
    }
    const value = chunk.readUInt32BE(offset)
    offset += 4
    return value / 2 ** 32
  }
}

/** A step with mean 0 and variance 1, from one uniform number. */
export const unitStep = (random: Random): number => (random() - 0.5) * Math.sqrt(12)
