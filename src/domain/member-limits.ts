/**
 * List-valued constants that only member pages use. Numbers are inlined where they are used; lists
 * would be part of every visitor's first page.
 */

// ── fixed by the specification ───────────────────────────────────────────────
export const VIDEO_RATES = [0.5, 0.8, 1, 1.25, 1.5, 2] as const

// ── our own ──────────────────────────────────────────────────────────────────
export const REAL_NAME_LENGTH = { min: 2, max: 64 } as const
export const ID_NUMBER_LENGTH = { min: 5, max: 24 } as const
export const BANK_NAME_LENGTH = { min: 2, max: 64 } as const
export const CARD_NUMBER_LENGTH = { min: 10, max: 19 } as const
export const CRYPTO_ADDRESS_LENGTH = { min: 26, max: 90 } as const
export const UPLOAD_TYPES = ["image/jpeg", "image/png", "image/webp"] as const
/** Delays between the queries for an unknown outcome; the last one repeats. */
export const RECONCILE_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000] as const
