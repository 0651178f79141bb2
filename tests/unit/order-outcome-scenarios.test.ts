import { describe } from "vitest"
import { orderMachine, orderPreview, orderProblems } from "../../machines/order.ts"
import { EMPTY_DRAFT } from "../../src/domain/ticket.ts"
import { keyOf, product, quote } from "../support/money-events.ts"
import {
  accepted,
  change,
  confirm,
  draft,
  intentAt,
  job,
  later,
  leave,
  open,
  refused,
  review,
  STALE,
  seen,
  sending,
} from "../support/order-events.ts"
import { scenariosOf } from "../support/scenarios.ts"

describe("an order that was sent", () => {
  const { scenario } = scenariosOf(orderMachine, {
    ...seen,
    shows: (snapshot) => ({
      problems: orderProblems(snapshot),
      isWhole: orderPreview(snapshot, quote) !== null,
    }),
  })

  for (const [reason, field, changed, isCleared] of [
    ["order.insufficient-balance", "stake", "stake", true],
    ["order.insufficient-balance", "stake", "period", false],
    ["order.slippage", "price", "period", true],
    ["order.sold-out", "product", "period", true],
  ] as const)
    scenario(
      `shows the refusal ${reason}, ${isCleared ? "until" : "also after"} a change of ${changed}`,
      [
        [
          refused(reason),
          "editing.refused",
          {
            context: {
              outcome: { type: "refused", failure: { reason } },
              notice: { field, problem: { reason } },
              focus: { field, count: 1 },
            },
            shows: { problems: { [field]: { reason } } },
          },
        ],
        [leave("stake"), "editing.refused", { context: { touched: ["stake"] } }],
        [
          change(changed, draft[changed]),
          "editing.tried",
          isCleared ? { context: { notice: null }, shows: { problems: {} } } : {},
        ],
      ],
      sending,
    )

  scenario(
    "that was refused is sent under a new key alone, without the refusal",
    [
      [
        review(later),
        "confirming",
        {
          context: { quote: later, intent: intentAt(later), notice: null, outcome: null },
          shows: { problems: {} },
        },
      ],
      [
        confirm(1),
        "confirming",
        {
          context: { notice: { field: "price", problem: STALE }, focus: { field: "price", count: 2 } },
          shows: { problems: { price: STALE } },
        },
      ],
      [
        confirm(2),
        "confirmed",
        {
          context: { key: keyOf(2), usedKeys: [keyOf(1), keyOf(2)], notice: null },
          shows: { problems: {} },
          does: [job(2, later)],
        },
      ],
    ],
    [...sending, refused("order.insufficient-balance")],
  )

  const empty = {
    draft: { ...EMPTY_DRAFT, direction: "up" },
    touched: [],
    notice: null,
    intent: null,
    outcome: null,
  }
  const preset = { ...product, periods: [7], leverages: [2] }
  for (const [state, facts, isAnother] of [
    ["accepted", [accepted], undefined],
    ["in doubt", [], true],
  ] as const)
    scenario(
      `that is ${state} is followed in another visit by an empty one, with the only period and leverage`,
      [
        [
          open("v2", { direction: "down", terms: preset, ...(isAnother && { startsAnother: true }) }),
          "editing.untried",
          {
            context: {
              ...empty,
              ...{ visit: "v2", terms: preset },
              draft: { ...EMPTY_DRAFT, direction: "down", period: "7", leverage: "2" },
            },
            shows: { isWhole: false },
          },
        ],
      ],
      [...sending, ...facts],
    )
})
