/** What must hold of the figures on the screens of contracts, orders and the wallet at each look. */
import { expect } from "vitest"
import { isNotice, type MemberEvent, noticeFigure } from "../../src/domain/member-event.ts"
import { amountOf, koboOf } from "../../src/domain/money.ts"
import { amountsIn, type Figures, figureIn, type Look, type Row } from "./looks.ts"
import { text } from "./page-models/texts.ts"

const lesser = (a: string, b: string): string => (koboOf(a) < koboOf(b) ? a : b)

const sum = (...amounts: readonly string[]): string =>
  amountOf(amounts.reduce((total, amount) => total + koboOf(amount), 0n))

/** The looks at which the figure of this label is shown, with it. */
const withFigure = (looks: readonly Look[], label: string) =>
  looks.flatMap((look) => {
    const value = figureIn(look.figures, label)
    return value === undefined ? [] : [{ look, value }]
  })

/** Result, gross and commission of a contract agree; gross and commission are rounded apart. */
const expectResult = (figures: Figures, net: string): void => {
  const stake = koboOf(figureIn(figures, "receipt.stake") ?? "")
  const gross = figureIn(figures, "receipt.gross")
  const commission = figureIn(figures, "ticket.commission")
  if (gross === undefined || commission === undefined) return
  const exact = koboOf(gross) + koboOf(commission)
  const difference = koboOf(net) - (exact < -stake ? -stake : exact)
  expect([-1n, 0n, 1n], `${gross} and ${commission} are ${net}`).toContain(difference)
}

/**
 * The page of a contract that ends while its early close is being confirmed: its figures and those
 * of the sheet are one result, which stands still from its end on and is then what was credited.
 */
export const expectContract = (looks: readonly Look[], id: string, events: readonly MemberEvent[]): void => {
  const live = withFigure(looks, "receipt.result-now")
  const final = withFigure(looks, "receipt.result")
  expect(live.length).toBeGreaterThan(0)
  expect(new Set(live.map(({ value }) => value)).size).toBeGreaterThan(1)
  for (const { look, value } of [...live, ...final]) expectResult(look.figures, value)
  for (const { look, value } of live) {
    const credited = figureIn(look.figures, "receipt.credited-now")
    expect(credited).toBe(sum(figureIn(look.figures, "receipt.stake") ?? "", value))
    expect(look.ended).not.toContain(id)
  }
  const sheets = looks.filter(({ sheet }) => figureIn(sheet, "receipt.result-now") !== undefined)
  expect(sheets.length).toBeGreaterThan(0)
  for (const { figures, sheet } of sheets)
    for (const label of ["receipt.result-now", "receipt.credited-now"])
      expect(figureIn(sheet, label)).toBe(figureIn(figures, label))
  const settling = live.filter(({ look }) => look.words.includes(text("contract.state.ending")))
  expect(new Set(settling.map(({ value }) => value)).size).toBeLessThan(2)
  const end = events.find(({ subject, contract }) => subject === id && contract?.ending)
  expect(new Set(final.map(({ value }) => value))).toEqual(new Set([end?.contract?.net]))
  for (const { look } of final) expect(figureIn(look.figures, "receipt.credited")).toBe(end?.amount)
}

const balancesAfter = (events: readonly MemberEvent[]): readonly string[] => {
  let available = 0n
  return events.map(({ amount }) => {
    available += koboOf(amount)
    return amountOf(available)
  })
}

/**
 * The order ticket, and its confirmation from the review on. Balance, bounds and the greatest amount
 * are of one revision; what is confirmed is what was reviewed, whatever the balance and the price do.
 */
export const expectTicket = (looks: readonly Look[], stake: string, events: readonly MemberEvent[]): void => {
  const balances = balancesAfter(events)
  const editing = looks.filter(({ hint }) => amountsIn(hint).length === 3)
  const seen = new Set<string>()
  for (const { hint, most, figures } of editing) {
    const [available = "", minimum = "", maximum = ""] = amountsIn(hint)
    seen.add(available)
    expect(balances).toContain(available)
    const whole = lesser(available, maximum)
    expect(amountsIn(most)).toEqual(koboOf(whole) < koboOf(minimum) ? [] : [whole])
    const net = figureIn(figures, "scenario.net")
    if (net !== undefined) expect(figureIn(figures, "scenario.credited")).toBe(sum(stake, net))
    expect([undefined, stake]).toContain(figureIn(figures, "ticket.most-loss"))
  }
  expect(seen.size).toBeGreaterThan(1)
  const confirming = withFigure(looks, "order.purchase-price")
  expect(confirming.length).toBeGreaterThan(5)
  const fixed = ["order.purchase-price", "ticket.commission", "ticket.stop-out", "ticket.break-even"]
  expect(
    new Set(confirming.map(({ look }) => fixed.map((label) => figureIn(look.figures, label)).join())).size,
  ).toBe(1)
  for (const { look } of confirming)
    expect(["ticket.amount", "ticket.most-loss"].map((label) => figureIn(look.figures, label))).toEqual([
      stake,
      stake,
    ])
}

const changeOf = ({ amounts }: Row) => ({
  // a settled contract shows its result before what was credited
  change: amounts.at(-2) ?? "",
  balance: amounts.at(-1) ?? "",
})

/** Account changes, newest first: each balance is the one before and the change. */
const expectChain = (rows: readonly Row[]): void => {
  const all = rows.filter(({ amounts }) => amounts.length > 1).map(changeOf)
  for (const [index, { change, balance }] of all.entries()) {
    const before = all[index + 1]?.balance
    if (before !== undefined) expect(balance).toBe(sum(before, change))
  }
}

/** The wallet: its balance is the one after the newest of its changes, which are one chain. */
export const expectLatest = (looks: readonly Look[]): void => {
  const known = looks.filter(({ rows }) => rows.length > 0)
  expect(known.length).toBeGreaterThan(10)
  for (const { rows, amounts } of known) {
    expectChain(rows)
    expect(rows[0]?.amounts.at(-1)).toBe(amounts[0])
  }
}

/** Notices: each with the figure of its event, and all of them at the last look. */
export const expectNotices = (looks: readonly Look[], events: readonly MemberEvent[]): void => {
  const figures = events
    .filter(isNotice)
    .toReversed()
    .map((event) => noticeFigure(event)?.value)
  for (const { rows } of looks) {
    const shown = rows.map(({ amounts }) => amounts[0])
    if (shown.length > 0) expect(shown).toEqual(figures.slice(-shown.length))
  }
  expect(looks.at(-1)?.rows.length).toBe(figures.length)
}
