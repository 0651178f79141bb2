import { describe } from "vitest"
import { orderMachine, orderPreview, orderProblems } from "../../machines/order.ts"
import { EMPTY_DRAFT } from "../../src/domain/ticket.ts"
import { keyOf, openOrder, product, quote } from "../support/money-events.ts"
import {
  back,
  change,
  confirm,
  draft,
  filled,
  informed,
  intentAt,
  job,
  later,
  leave,
  open,
  refused,
  requote,
  review,
  STALE,
  seen,
  sending,
} from "../support/order-events.ts"
import { scenariosOf } from "../support/scenarios.ts"

const CHOOSE = { reason: "field.choose" }
const REQUIRED = { reason: "field.required" }

describe("the ticket of a product", () => {
  const { begins, scenario } = scenariosOf(orderMachine, {
    ...seen,
    shows: (snapshot) => ({
      problems: orderProblems(snapshot),
      isWhole: orderPreview(snapshot, quote) !== null,
    }),
  })

  begins("closed", {
    context: {
      visit: null,
      terms: null,
      available: "0.00",
      separators: { decimal: ".", group: "," },
      draft: EMPTY_DRAFT,
      touched: [],
      quote: null,
      notice: null,
      focus: null,
      intent: null,
      key: null,
      usedKeys: [],
      outcome: null,
    },
    shows: { problems: {}, isWhole: false },
  })

  scenario("opens with the direction that was chosen before it, and with what has one choice alone", [
    [
      open("v1", { direction: "down" }),
      "editing.untried",
      {
        context: {
          visit: "v1",
          terms: product,
          available: "20000.00",
          draft: { ...EMPTY_DRAFT, direction: "down" },
        },
      },
    ],
    [
      open("v2", { terms: { ...product, periods: [7], leverages: [2] } }),
      "editing.untried",
      {
        context: {
          visit: "v2",
          terms: { ...product, periods: [7], leverages: [2] },
          draft: { ...EMPTY_DRAFT, direction: "down", period: "7", leverage: "2" },
        },
      },
    ],
  ])

  scenario(
    "keeps its draft for another visit of the product, not for another product",
    [
      [open("v1", { available: "1.00" }), "editing.untried"],
      [
        open("v2", { available: "9.00" }),
        "editing.untried",
        {
          context: { visit: "v2", available: "9.00" },
          shows: {
            isWhole: false,
            problems: { stake: { reason: "field.above-balance", params: { available: "9.00" } } },
          },
        },
      ],
      [
        open("v3", { terms: { ...product, productId: "p2" } }),
        "editing.untried",
        {
          context: {
            visit: "v3",
            terms: { ...product, productId: "p2" },
            available: "20000.00",
            draft: EMPTY_DRAFT,
            touched: [],
          },
          shows: { problems: {} },
        },
      ],
    ],
    [...filled, leave("stake")],
  )

  scenario(
    "follows the terms, the balance and the locale, also while it is confirmed",
    [
      [
        informed({ ...product, isOpen: false }, "500.00"),
        "confirming",
        {
          context: {
            terms: { ...product, isOpen: false },
            available: "500.00",
            separators: { decimal: ",", group: "." },
          },
          shows: {
            isWhole: false,
            problems: {
              product: { reason: "order.market-closed" },
              stake: { reason: "field.decimals", params: { max: 2 } },
            },
          },
        },
      ],
    ],
    [...filled, review()],
  )

  scenario(
    "shows what is wrong with a field that was left, but not that it is empty",
    [
      [
        leave("period"),
        "editing.untried",
        { context: { touched: ["period"] }, shows: { problems: { period: CHOOSE } } },
      ],
      [leave("stake"), "editing.untried", { context: { touched: ["period", "stake"] } }],
      [leave("stake"), "editing.untried"],
      [
        change("stake", "0"),
        "editing.untried",
        {
          context: { draft: { ...EMPTY_DRAFT, direction: "up", stake: "0" } },
          shows: { problems: { period: CHOOSE, stake: { reason: "field.zero" } } },
        },
      ],
    ],
    [openOrder("v1")],
  )

  scenario(
    "shows every problem once it was reviewed, and that the price is stale",
    [
      [
        review(null),
        "editing.tried",
        {
          context: { notice: { field: "price", problem: STALE }, focus: { field: "price", count: 1 } },
          shows: { problems: { price: STALE, stake: REQUIRED, period: CHOOSE, leverage: CHOOSE } },
        },
      ],
      [
        change("period", "7"),
        "editing.tried",
        {
          context: { draft: { ...EMPTY_DRAFT, direction: "up", period: "7" }, notice: null },
          shows: { problems: { stake: REQUIRED, leverage: CHOOSE } },
        },
      ],
      [review(), "editing.tried", { context: { quote, focus: { field: "stake", count: 2 } } }],
      [
        review(null),
        "editing.tried",
        {
          context: { notice: { field: "price", problem: STALE }, focus: { field: "price", count: 3 } },
          shows: { problems: { price: STALE, stake: REQUIRED, leverage: CHOOSE } },
        },
      ],
      [open("v2"), "editing.untried", { context: { visit: "v2" }, shows: { problems: { price: STALE } } }],
    ],
    [openOrder("v1")],
  )

  scenario(
    "fixes the figures at the price of the review, then at a newer one",
    [
      [review(), "confirming", { context: { quote, intent: intentAt(quote) } }],
      [change("stake", "1"), "confirming"],
      [open("v1", { available: "1.00" }), "confirming"],
      [requote(later), "confirming", { context: { quote: later, intent: intentAt(later) } }],
      [confirm(1), "confirmed", { context: { key: keyOf(1), usedKeys: [keyOf(1)] }, does: [job(1, later)] }],
    ],
    filled,
  )

  scenario(
    "is not sent at a stale price, and may be edited",
    [
      [
        confirm(1, false),
        "confirming",
        {
          context: { notice: { field: "price", problem: STALE }, focus: { field: "price", count: 1 } },
          shows: { problems: { price: STALE } },
        },
      ],
      [
        requote(later),
        "confirming",
        { context: { quote: later, intent: intentAt(later), notice: null }, shows: { problems: {} } },
      ],
      [
        confirm(1, false),
        "confirming",
        {
          context: { notice: { field: "price", problem: STALE }, focus: { field: "price", count: 2 } },
          shows: { problems: { price: STALE } },
        },
      ],
      [back, "editing.tried", { context: { notice: null }, shows: { problems: {} } }],
    ],
    [...filled, review()],
  )

  scenario(
    "is edited again where it is invalid at the newest price",
    [
      [
        requote(null),
        "editing.tried",
        {
          context: { notice: { field: "price", problem: STALE }, focus: { field: "price", count: 1 } },
          shows: { problems: { price: STALE } },
        },
      ],
    ],
    [...filled, review()],
  )
  const ended = { reason: "order.review-ended" }
  const ending = { notice: { field: "product", problem: ended } } as const
  scenario(
    "is edited again in another visit, which says that the review ended, until a field changes",
    [
      [
        open("v2"),
        "editing.untried",
        { context: { visit: "v2", ...ending }, shows: { problems: { product: ended } } },
      ],
      [confirm(1), "editing.untried"],
      [open("v3"), "editing.untried", { context: { visit: "v3" } }],
      [
        change("stake", "2,000"),
        "editing.untried",
        { context: { draft: { ...draft, stake: "2,000" }, notice: null }, shows: { problems: {} } },
      ],
    ],
    [...filled, review()],
  )

  const soldOut = { ...product, soldOut: true }
  scenario(
    "shows at once that the product is sold out",
    [
      [
        informed(soldOut, "20000.00"),
        "editing.untried",
        {
          context: { terms: soldOut, separators: { decimal: ",", group: "." } },
          shows: { problems: { product: { reason: "order.sold-out" } } },
        },
      ],
    ],
    [openOrder("v1")],
  )

  const separators = { decimal: ",", group: "." }
  for (const [state, events, isShown, price] of [
    ["editing.untried", filled, false],
    ["editing.tried", [...filled, review(null)], true, STALE],
    ["editing.refused", [...sending, refused("order.slippage")], true, { reason: "order.slippage" }],
    ["confirming", [...filled, review()], true],
    ["confirmed", sending, true],
  ] as const)
    scenario(
      `shows ${isShown ? "every problem" : "no problem of a field that was not left"} while it is ${state}`,
      [
        [
          informed(product, "20000.00"),
          state,
          {
            context: { separators },
            shows: {
              isWhole: false,
              problems: {
                ...(isShown && { stake: { reason: "field.decimals", params: { max: 2 } } }),
                ...(price && { price }),
              },
            },
          },
        ],
      ],
      events,
    )
})
