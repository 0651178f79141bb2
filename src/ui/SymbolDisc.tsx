import styles from "./SymbolDisc.module.css"

/** The hue of a symbol, in degrees: the same everywhere, spread over the circle by the golden angle. */
export const hueOf = (symbol: string): number => {
  let sum = 0
  for (const letter of symbol) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return Math.round(sum * 137.508) % 360
}

/** Not so in a frame of the build, whose symbols are filled in later. */
const isSymbol = (symbol: string): boolean => /^[\p{L}\p{N}.^_-]+$/u.test(symbol)

/**
 * The first letter of a symbol on a disc in its own colour. Decorative: the symbol stands beside it, and
 * the style sheet draws the letter.
 */
export const SymbolDisc = ({ symbol }: { readonly symbol: string }) => (
  <span
    className={styles.disc}
    style={isSymbol(symbol) ? { "--hue": hueOf(symbol) } : undefined}
    data-symbol={symbol}
    aria-hidden="true"
  />
)
