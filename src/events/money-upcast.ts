/**
 * Upcasters of the money streams. Version 1 held entities of the API under their wire names; version
 * 2 holds the figures that were agreed. What a step reads is frozen: releases wrote it.
 */

import { inContext, type StreamUpcasters } from "../../packages/journal/src/upcast.ts"
import { isStored, type Stored, type Upcaster } from "../../packages/journal/src/versions.ts"

const fieldsOf = (value: unknown, what: string): Stored => {
  if (!isStored(value)) throw new Error(`there is no ${what}`)
  return value
}

/** Applies `step` to a field that may be null. */
const ifAny = (value: unknown, step: (fields: Stored) => Stored, what: string): Stored | null =>
  value === null ? null : step(fieldsOf(value, what))

/** The states of an operation that machines had before there was an outbox. */
const IN_DOUBT = new Set(["recording", "submitting", "reconciling", "suspended"])

const outermostOf = (value: unknown): unknown => (isStored(value) ? Object.keys(value)[0] : value)

/** An invoked actor as a snapshot holds it. */
const invoked = (src: string, input: Stored): Stored => ({
  [src]: { src, syncSnapshot: false, snapshot: { status: "active", input } },
})

/**
 * A snapshot of a machine that asked for its operation itself. An operation in doubt is followed in
 * the outbox by the actor `follow`, which asks for a key that the outbox lacks.
 */
const withoutProtocol =
  (follow: string): Upcaster =>
  ({ context, ...snapshot }) => {
    const { attempt: _, ...ticket } = fieldsOf(context, "context")
    if (!IN_DOUBT.has(String(outermostOf(snapshot.value)))) return { ...snapshot, context: ticket }
    const children = invoked(follow, { key: ticket.key, visit: ticket.visit })
    return { ...snapshot, value: { pending: "checking" }, context: ticket, children }
  }

/** Releases before this version had no rates. */
const rateIn = ({ rate }: Stored): Stored => {
  if (rate === undefined) return {}
  const { id, asset, decimals, price, at_ms, expires_at_ms } = fieldsOf(rate, "rate")
  return { rate: { rateId: id, asset, decimals, price, atMs: at_ms, expiresAtMs: expires_at_ms } }
}

// ── orders ───────────────────────────────────────────────────────────────────
const productTerms = (product: Stored): Stored => ({
  productId: product.id,
  symbol: product.symbol,
  minStake: product.min_stake,
  maxStake: product.max_stake,
  leverages: product.leverages,
  periods: product.periods,
  commissionPpm: product.commission_ppm,
  stopOutBps: product.stop_out_bps,
  soldOut: product.sold_out,
  isOpen: product.is_open,
})

const withProductTerms: Upcaster = ({ product, ...event }) => ({
  ...event,
  terms: productTerms(fieldsOf(product, "product")),
})

/** Whether the ticket was reviewed was a flag of its context. */
const withTriedState: Upcaster = ({ value, context, ...snapshot }) => {
  const { reviewed, ...kept } = fieldsOf(context, "context")
  const isDrafting = isStored(value) && value.editing === "drafting"
  const editing = reviewed === true ? "tried" : "untried"
  return { ...snapshot, value: isDrafting ? { editing } : value, context: kept }
}

export const orderUpcasters: StreamUpcasters = {
  events: { "order.open": [withProductTerms], "order.informed": [withProductTerms] },
  snapshots: [
    inContext(({ product, ...context }) => ({ ...context, terms: ifAny(product, productTerms, "product") })),
    withoutProtocol("followOrder"),
    withTriedState,
  ],
}

// ── deposits ─────────────────────────────────────────────────────────────────
const depositTerms = (network: Stored): Stored => ({
  networkId: network.id,
  network: network.network,
  address: network.address,
  minimum: network.minimum,
  maximum: network.maximum,
  ...rateIn(network),
  ...(network.way !== undefined && { way: network.way }),
})

const withDepositTerms: Upcaster = ({ network, ...event }) => ({
  ...event,
  terms: depositTerms(fieldsOf(network, "network")),
})

export const depositUpcasters: StreamUpcasters = {
  events: { "deposit.choose": [withDepositTerms], "deposit.requote": [withDepositTerms] },
  snapshots: [
    inContext((context) => {
      const { network, ...draft } = fieldsOf(context.draft, "draft")
      return { ...context, draft: { terms: ifAny(network, depositTerms, "network"), ...draft } }
    }),
    withoutProtocol("followDeposit"),
  ],
}

// ── withdrawals ──────────────────────────────────────────────────────────────
const destinationTerms = (destination: Stored): Stored => {
  const terms = fieldsOf(destination.terms, "terms")
  return {
    destinationId: destination.id,
    label: destination.label,
    method: terms.method,
    network: terms.network,
    minimum: terms.minimum,
    maximum: terms.maximum,
    fee: terms.fee,
    arrivalMinutes: terms.arrival_minutes,
    ...rateIn(terms),
  }
}

export const withdrawalUpcasters: StreamUpcasters = {
  events: {
    "withdrawal.choose": [
      ({ destination, ...event }) => ({
        ...event,
        destination: ifAny(destination, destinationTerms, "destination"),
      }),
    ],
  },
  snapshots: [
    inContext((context) => {
      const { destination, ...draft } = fieldsOf(context.draft, "draft")
      return {
        ...context,
        draft: { destination: ifAny(destination, destinationTerms, "destination"), ...draft },
      }
    }),
    withoutProtocol("followWithdrawal"),
  ],
}

// ── closes ───────────────────────────────────────────────────────────────────
export const closeUpcasters: StreamUpcasters = { events: {}, snapshots: [withoutProtocol("followClose")] }
