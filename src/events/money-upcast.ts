/**
 * Upcasters of the money streams. Version 1 held entities of the API under their wire names; version
 * 2 holds the figures that were agreed. What a step reads is frozen: releases wrote it.
 */

import {
  inContext,
  isStored,
  type Stored,
  type StreamUpcasters,
  type Upcaster,
} from "@financial-links/journal"

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

/** A snapshot of a machine that asked for its operation itself. */
const withoutProtocol: Upcaster = ({ context, ...snapshot }) => {
  const { attempt: _, ...ticket } = fieldsOf(context, "context")
  const isInDoubt = IN_DOUBT.has(String(outermostOf(snapshot.value)))
  return { ...snapshot, value: isInDoubt ? "pending" : snapshot.value, context: ticket }
}

const outcomeAt = (state: unknown, id: unknown, failure: unknown): Stored | null => {
  if (state === "pending") return null
  if (state === "accepted") return { type: state, id }
  if (state === "notPlaced") return { type: state }
  if (state === "notRecorded") return { type: state, failure }
  return failure === null || state === "closed" ? null : { type: "refused", failure }
}

/** The states of a ticket that was confirmed, before the operation's outcome was a field of it. */
const CONFIRMED = new Set(["pending", "accepted", "refused", "notPlaced", "notRecorded"])

/**
 * A snapshot of a ticket that had a state for each outcome. `idField` held the id of what was made;
 * `isOfTicket`: what is closed, which the ticket names itself.
 */
const withOutcome =
  (idField: string, isOfTicket = false): Upcaster =>
  ({ value, context, ...snapshot }) => {
    const { failure, [idField]: id, ...ticket } = fieldsOf(context, "context")
    const state = outermostOf(value)
    return {
      ...snapshot,
      value: CONFIRMED.has(String(state)) ? "confirmed" : value,
      context: {
        ...ticket,
        ...(isOfTicket && { [idField]: id }),
        outcome: outcomeAt(state, id, failure),
      },
      children: {},
    }
  }

/**
 * Events of releases whose tickets had a state for each step of their operation. `left`: the command
 * that left one in doubt to the outbox, as it leaves any now.
 */
const ringSteps = (stream: string, left = "again"): StreamUpcasters["events"] => {
  const resolved =
    (outcomeOf: (fact: Stored) => Stored): Upcaster =>
    ({ key, at, ...fact }) => ({ type: `${stream}.resolved`, key, outcome: outcomeOf(fact), at })
  // a step of the operation, which has a stream of its own: the ticket waits as after a reload. The key
  // stays for a stream that lost the command with it
  const isUnderWay: Upcaster = ({ key, at }) => ({ type: "journal.resumed", key, at })
  return {
    [`${stream}.defer`]: [({ at }) => ({ type: `${stream}.${left}`, at })],
    [`${stream}.accepted`]: [resolved(({ id }) => ({ type: "accepted", id }))],
    [`${stream}.refused`]: [resolved(({ failure }) => ({ type: "refused", failure }))],
    [`${stream}.voided`]: [resolved(() => ({ type: "notPlaced" }))],
    [`${stream}.unrecorded`]: [resolved(({ failure }) => ({ type: "notRecorded", failure }))],
    [`${stream}.recorded`]: [isUnderWay],
    [`${stream}.unanswered`]: [isUnderWay],
    [`${stream}.tokenRejected`]: [isUnderWay],
    [`${stream}.pauseEnded`]: [isUnderWay],
  }
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
  events: {
    "order.open": [withProductTerms],
    "order.informed": [withProductTerms],
    ...ringSteps("order"),
  },
  snapshots: [
    inContext(({ product, ...context }) => ({ ...context, terms: ifAny(product, productTerms, "product") })),
    withoutProtocol,
    withTriedState,
    withOutcome("orderId"),
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
  events: {
    "deposit.choose": [withDepositTerms],
    "deposit.requote": [withDepositTerms],
    ...ringSteps("deposit"),
  },
  snapshots: [
    inContext((context) => {
      const { network, ...draft } = fieldsOf(context.draft, "draft")
      return { ...context, draft: { terms: ifAny(network, depositTerms, "network"), ...draft } }
    }),
    withoutProtocol,
    withOutcome("depositId"),
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
    ...ringSteps("withdrawal"),
  },
  snapshots: [
    inContext((context) => {
      const { destination, ...draft } = fieldsOf(context.draft, "draft")
      return {
        ...context,
        draft: { destination: ifAny(destination, destinationTerms, "destination"), ...draft },
      }
    }),
    withoutProtocol,
    withOutcome("withdrawalId"),
  ],
}

// ── closes ───────────────────────────────────────────────────────────────────
export const closeUpcasters: StreamUpcasters = {
  events: ringSteps("close", "back"),
  snapshots: [withoutProtocol, withOutcome("orderId", true)],
}
