import styles from "./SymbolDisc.module.css"

/** The hue of a symbol, in degrees: the same everywhere, spread over the circle by the golden angle. */
export const hueOf = (symbol: string): number => {
  let sum = 0
  for (const letter of symbol) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return Math.round(sum * 137.508) % 360
}

/** The first letter of a symbol on a disc in its own colour. Decorative: the symbol stands beside it. */
export const SymbolDisc = ({ symbol }: { readonly symbol: string }) => (
  <span className={styles.disc} style={{ "--hue": hueOf(symbol) }} aria-hidden="true" translate="no">
    {/[\p{L}\p{N}]/u.exec(symbol)?.[0]}
  </span>
)
