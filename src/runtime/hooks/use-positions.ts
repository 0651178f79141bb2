/** Contracts as prices and the member's events leave them. */
import { useEffect, useMemo, useSyncExternalStore } from "react"
import type { Order } from "../../domain/entities.ts"
import { type Position, positionsBeside } from "../stream/position-store.ts"
import { useSources } from "./runtime-context.tsx"

/**
 * The position of a contract, read again in each render; renders when an event ends one. Prices
 * render those who show them (`useQuote`).
 */
export const usePositions = (orders: readonly Order[]): ((order: Order) => Position) => {
  const positions = positionsBeside(useSources().quotes)
  const version = useSyncExternalStore(positions.subscribe, positions.version, positions.version)
  useEffect(() => positions.follow(orders), [positions, orders])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function with each end, so that its users compute again
  return useMemo(() => (order: Order) => positions.positionOf(order), [positions, version])
}

/** The position of one contract. Use `useQuote` beside it: prices render its users. */
export const usePosition = (order: Order): Position => {
  const orders = useMemo(() => [order], [order])
  return usePositions(orders)(order)
}
