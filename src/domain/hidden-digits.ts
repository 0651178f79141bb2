/** Replaces the digits of an amount that the member hides. */
export const HIDDEN_DIGITS = "••••••"
