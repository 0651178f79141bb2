/**
 * The stored form of an image: slices of equal size, each sealed by itself, so that one can be read
 * without the others. A slice is bound to its image and its place.
 */
import type { Vault } from "./vault.ts"
import { SEAL_BYTES } from "./vault.ts"

/** Bytes of an image in one slice; the last one is shorter. */
export const SLICE_BYTES = 128 * 1024

type Seals = Pick<Vault["Service"], "sealBytes" | "openBytes">

const purposeOf = (id: string, index: number, count: number): string =>
  `image ${id}, slice ${index} of ${count}`

export const sliceCount = (size: number): number => Math.max(1, Math.ceil(size / SLICE_BYTES))

export const sealImage = (vault: Seals, id: string, bytes: Uint8Array): Uint8Array => {
  const count = sliceCount(bytes.length)
  const slices = Array.from({ length: count }, (_, index) =>
    vault.sealBytes(
      bytes.subarray(index * SLICE_BYTES, (index + 1) * SLICE_BYTES),
      purposeOf(id, index, count),
    ),
  )
  return new Uint8Array(Buffer.concat(slices))
}

/** Where a sealed slice is stored. */
export const placeOfSlice = (index: number): { readonly from: number; readonly size: number } => ({
  from: index * (SLICE_BYTES + SEAL_BYTES),
  size: SLICE_BYTES + SEAL_BYTES,
})

/** Throws when the slice was altered, or is that of another image or place. */
export const openSlice = (
  vault: Seals,
  image: { readonly id: string; readonly size: number },
  index: number,
  sealed: Uint8Array,
): Uint8Array => vault.openBytes(sealed, purposeOf(image.id, index, sliceCount(image.size)))
