/** What each claim of the English texts rests on: a test, by file and title, and the messages it bears out. */
export const claims: readonly {
  readonly file: string
  readonly title: string
  readonly messages: readonly string[]
}[] = [
  {
    file: "tests/server/alerts.test.ts",
    title: "fire at the first tick that reaches them, once, whatever is lost on the way",
    messages: ["alert-add.about"],
  },
  {
    file: "tests/server/alerts.test.ts",
    title:
      "that are daily fire once a day, those whose time is over end, and with a notice without a product",
    messages: ["alerts.ended"],
  },
  {
    file: "tests/unit/contract-paths.test.ts",
    title: "is replayed over the ticks that a proof opens, with a position where it opens none",
    messages: ["receipt.replay.passed", "receipt.replay.unopened"],
  },
  {
    file: "tests/server/liabilities.test.ts",
    title: "counts each of them at midnight, as its own device and an audit find",
    messages: ["liability.differs"],
  },
  {
    file: "tests/unit/market-replay.test.ts",
    title: "says of each symbol and day what is published",
    messages: [
      "banner.simulated",
      "product.history.adjusted",
      "product.history.daily-close",
      "product.history.daily-ohlc",
      "product.history.monthly-close",
      "product.source.simulated",
      "trade.made-up",
      "ui.simulated",
    ],
  },
  {
    file: "tests/unit/market-replay.test.ts",
    title: "end before the replayed day, and none is made up, of a day that runs backwards, or twice",
    messages: ["past.about", "past.too-little"],
  },
  {
    file: "tests/unit/market-replay.test.ts",
    title: "says so when the days run backwards, and calls none of them published",
    messages: ["product.replay.reversed"],
  },
  {
    file: "tests/unit/history-statistics.test.ts",
    title: "reads no low that is not published, and no day of which nothing is",
    messages: [
      "home.statistics.history",
      "home.statistics.none",
      "product.sample.history",
      "product.sample.none",
    ],
  },
  {
    file: "tests/unit/order-scenarios.test.ts",
    title: "is edited again in another visit, which says that the review ended",
    messages: ["error.order.review-ended"],
  },
  {
    file: "tests/server/amend-order.test.ts",
    title: "is refused where it could not act as it says, and changes nothing",
    messages: ["amend.ended", "error.level.at-once", "error.level.same"],
  },
  {
    file: "tests/unit/trade.test.ts",
    title: "settles to the kobo",
    messages: ["ticket.per-cent"],
  },
  {
    file: "tests/unit/trade.test.ts",
    title: "never loses more than the stake and never pays back less than nothing",
    messages: [
      "entry.point.loss",
      "entry.risk",
      "home.about.risk.text",
      "receipt.formula.net",
      "ticket.most-loss.note",
    ],
  },
  {
    file: "tests/server/cash-withdrawals.test.ts",
    title: "deducts the network fee that was confirmed from the amount",
    messages: ["placard.no-fee"],
  },
  {
    file: "tests/server/cash-withdrawals.test.ts",
    title: "locks the amount, shows what arrives, and is paid once",
    messages: ["demo.address", "withdraw.confirm.text"],
  },
  {
    file: "tests/server/withdrawal-stages.test.ts",
    title: "once cancelled can be withdrawn at once, and staked after a day",
    messages: ["withdraw.cancel.text"],
  },
  {
    file: "tests/unit/claims.test.ts",
    title: "is read by nothing that decides about money",
    messages: ["credit.note", "level.note"],
  },
  {
    file: "tests/unit/claims.test.ts",
    title: "the demo's deposit addresses have no owner: no wallet takes them",
    messages: ["deposit.simulated", "placard.simulated"],
  },
  {
    file: "tests/server/cash-destinations.test.ts",
    title: "keep a card number and its holder sealed, in row and event, and show its last four digits",
    messages: ["bank.account.number.hint", "bank.number.hint"],
  },
  {
    file: "tests/server/account.test.ts",
    title: "changes from none to pending to verified, with the number masked and sealed",
    messages: ["realname.id-number.hint"],
  },
  {
    file: "tests/server/uploads.test.ts",
    title: "is hidden without a token, with another member's token, and under another id",
    messages: ["realname.tip.private"],
  },
  {
    file: "tests/server/auth.test.ts",
    title: "opens a session for a member with an invitation code and empty accounts",
    messages: ["promote.text"],
  },
  {
    file: "tests/server/password-reset.test.ts",
    title: "sets a new password once and ends every session",
    messages: ["forgotten.text"],
  },
  {
    file: "tests/server/operations.test.ts",
    title: "asking for a key that has not arrived voids it for good",
    messages: [
      "deposit.outcome.not-placed.text",
      "error.operation.not-sent",
      "found.notPlaced",
      "order.answer.notPlaced.text",
      "pay.outcome.not-placed.text",
      "withdraw.outcome.not-placed.text",
    ],
  },
  {
    file: "tests/server/operations.test.ts",
    title: "a refusal rolls the effect back",
    messages: ["order.refused.note"],
  },
  {
    file: "tests/server/invariants.test.ts",
    title: "of a posting is stopped as a whole, and the next one is written",
    messages: ["error.system.write-stopped"],
  },
  {
    file: "tests/unit/money-operations.test.ts",
    title: "is not sent if it cannot be recorded",
    messages: [
      "deposit.outcome.not-recorded",
      "order.answer.notRecorded.text",
      "pay.outcome.not-recorded",
      "withdraw.outcome.not-recorded",
    ],
  },
  {
    file: "tests/unit/outbox.test.ts",
    title: "is queried after the tab was killed, with all others, and none is sent again",
    messages: [
      "deposit.outcome.unknown.text",
      "operations.text",
      "pay.outcome.unknown.text",
      "withdraw.outcome.unknown.text",
    ],
  },
  {
    file: "tests/server/payments.test.ts",
    title: "fails with the provider's reason in the member's language",
    messages: ["pay.fail.text"],
  },
  {
    file: "tests/server/payments.test.ts",
    title: "loses its link when it expires, and is still credited by a late success",
    messages: ["pay.link-expired.text"],
  },
  {
    file: "tests/e2e/payments.test.ts",
    title: "an address that is not allowed is not opened",
    messages: ["pay.refused.text"],
  },
  {
    file: "tests/e2e/payments.test.ts",
    title: "starts the simulator with the demo, and ends it with the server",
    messages: ["payment-page.simulated"],
  },
  {
    file: "tests/unit/ticket-commands.test.ts",
    title: "review nothing and confirm nothing while prices are not live",
    messages: ["price.notice", "price.notice-age"],
  },
  {
    file: "tests/unit/stream.test.ts",
    title: "reconnects with a fresh snapshot after a gap, and never shows an outdated price",
    messages: ["price.notice-refused"],
  },
  {
    file: "tests/server/push.test.ts",
    title: "say in the member's language what happened, without amounts, and only what happens from now on",
    messages: ["push.offer"],
  },
  {
    file: "tests/e2e/forged-proof.test.ts",
    title: "names what it refuses of a forged answer, and what an honest one proves",
    messages: ["receipt.check.agrees.text", "receipt.check.old-form", "receipt.ticks"],
  },
  {
    file: "tests/server/settlement-late.test.ts",
    title: "closes a contract at the first tick after its close was requested",
    messages: ["receipt.delayed"],
  },
  {
    file: "tests/server/orders.test.ts",
    title: "cancels and refunds in full when no tick comes in time",
    messages: ["receipt.cancelled.no-tick"],
  },
  {
    file: "tests/server/confirmation.test.ts",
    title: "is of exactly what was confirmed, by this session, and proved",
    messages: ["error.confirmation.other", "error.confirmation.required"],
  },
  {
    file: "tests/server/confirmation.test.ts",
    title: "is not used up by a command that is refused, and ends after five minutes",
    messages: ["error.confirmation.expired"],
  },
  {
    file: "tests/server/factor.test.ts",
    title: "is none of the demo's shared login, whose refusal says what to do",
    messages: ["error.factor.demo"],
  },
  {
    file: "tests/server/factor.test.ts",
    title: "is added with the password and a code, once, removed by a code alone, and both are notices",
    messages: ["error.factor.none"],
  },
  {
    file: "tests/server/factor.test.ts",
    title: "is replaced by each recovery code once, as it is typed, and removed by one",
    messages: ["factor.removed"],
  },
  {
    file: "tests/unit/operator-commands.test.ts",
    title: "set no price of the market, no result of a contract and no level of a member",
    messages: ["powers.note"],
  },
  {
    file: "tests/server/protection.test.ts",
    title: "stop orders until their end, which no shorter one changes; contracts are closed",
    messages: [
      "error.member.excluded",
      "error.member.paused",
      "protection.exclude.text",
      "protection.pause.text",
    ],
  },
  {
    file: "tests/server/protection.test.ts",
    title: "lets as many be open, by itself and beside a limit of stakes",
    messages: ["error.order.own-open-limit"],
  },
  {
    file: "tests/server/protection.test.ts",
    title: "becomes looser after a day and a second yes; another looser one waits again",
    messages: ["error.protection.not-waiting", "protection.text"],
  },
]

/** Messages whose word promises nothing: an empty list, what is missing, what the member is asked to do. */
export const statements: readonly string[] = [
  "amend.no-level",
  "contract.empty.pending",
  "demo.document",
  "demo.number",
  "error.field.address-burnt",
  "error.journal.denied",
  "error.order.terms",
  "error.rate.unknown",
  "execution.own.none",
  "hold-record.empty",
  "filter.nothing",
  "hold.unpriced",
  "home.top-stocks.empty",
  "logins.empty",
  "market.empty",
  "market.found",
  "market.nothing-found",
  "protection.none",
  "receipt.check.impossible",
  "receipt.check.nothing",
  "results.empty",
  "service.demo.hours",
  "trade.sold-out",
  "usdt.no-checksum",
  "usdt.tag.hint",
  "verify.reason.missing",
  "verify.reason.tiles",
]
