/**
 * The hashes of a market's log by the platform's SHA-256: the same bytes as `src/domain/log/merkle.ts` in
 * half the time, for the process that appends every tick.
 */
import { hash } from "node:crypto"
import { HASH_BYTES, type Hash } from "../../src/domain/log/merkle.ts"

const sha256 = (bytes: Uint8Array): Hash => new Uint8Array(hash("sha256", bytes, "buffer"))

/** Reused: hashing is synchronous. */
const node = new Uint8Array(1 + 2 * HASH_BYTES)

export const nativeLeafHash = (data: Uint8Array): Hash => {
  const bytes = new Uint8Array(1 + data.length)
  bytes.set(data, 1)
  return sha256(bytes)
}

export const nativeNodeHash = (left: Hash, right: Hash): Hash => {
  node[0] = 1
  node.set(left, 1)
  node.set(right, 1 + HASH_BYTES)
  return sha256(node)
}
