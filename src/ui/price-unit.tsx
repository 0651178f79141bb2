/** The unit of prices: a currency, or the points of an index. */
import { createContext, type ReactNode, useContext } from "react"

/** An ISO 4217 code, or POINTS. */
export type PriceUnit = string

/** The unit of an index, which has no currency. */
export const POINTS: PriceUnit = "points"

/** The unit of the prices of each symbol. */
export type PriceUnits = Readonly<Record<string, PriceUnit>>

const UnitsContext = createContext<PriceUnits>({})
const UnitContext = createContext<PriceUnit | null>(null)

export const PriceUnitsProvider = UnitsContext.Provider

/** The unit of the prices around; null if it is not known. */
export const usePriceUnit = (): PriceUnit | null => useContext(UnitContext)

interface PricedProps {
  readonly symbol: string
  readonly children: ReactNode
}

/** Prices inside are those of this symbol, and carry its unit. */
export const Priced = ({ symbol, children }: PricedProps) => (
  <UnitContext value={useContext(UnitsContext)[symbol] ?? null}>{children}</UnitContext>
)
