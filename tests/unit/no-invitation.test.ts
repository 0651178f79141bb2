/** Nothing that is sent to members, and no text after a loss, invites to trade. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { LOCALES, type Locale } from "../../src/domain/limits.ts"

/** How an invitation begins or ends in each language. */
const INVITATION: Readonly<Record<Locale, RegExp>> = {
  en: /\b(?:buy|trade|invest|deposit)\b[^.]* (?:now|again|more|another|today)\b|^(?:buy|trade|invest)\b|^deposit$|\bnew order\b|win (?:it |them )?back|don’t miss|\bnext contract\b/i,
  de: /\b(?:kaufen|handeln|investieren) sie\b|zahlen sie ein|jetzt (?:kaufen|handeln|einzahlen)|erneut kaufen|verpassen sie/i,
  fr: /\b(?:achetez|négociez|investissez|déposez)\b|ne manquez pas/i,
  es: /\b(?:compre|opere|invierta|deposite)\b|no se pierda/i,
  pt: /\b(?:compre|negocie|invista|deposite)\b|não perca/i,
  it: /\b(?:acquisti|operi|investa|depositi ora)\b|non perda/i,
  hl: /\b(?:koop|beleg|stort)\b(?! ?(?:down|up))|handel nu|mis het niet/i,
  vn: /hãy (?:mua|giao dịch|đầu tư|nạp)|(?:mua|nạp|giao dịch) ngay|đừng bỏ lỡ/i,
  zh: /(?:立即|马上|现在就)(?:买入|交易|充值|投资)|快来|不要错过/,
  ja: /(?:買|取引し|投資し|入金し)(?:って|て)(?:ください|みま)|今すぐ(?:取引|入金|投資)|お見逃しなく/,
}

/** What a member looks for to act, and the first-steps card, which goes once its steps are done. */
const LOOKED_FOR = [
  ...["home.purchase", "home.steps.buy", "home.steps.deposit", "money.deposit", "order.new"],
  ...["product.trade", "receipt.buy-again", "trade.buy-down", "trade.buy-up", "trade.title", "ui.tab.trade"],
]
/** Names of records, what this site is, and answers to what a member has just sent. */
const FACTS =
  /^(?:deposit\.(?:title|record)|operations\.kind\.|entry\.tagline$|error\.order\.|knowledge\.|price\.notice|trade\.(?:closed|sold-out)$|lock\.text$)|\.title$/

/** Sent without being asked for: notices, pushed or not, site messages, banners, a reviewer's reasons. */
const SENT = /^(?:notice|push|placard|banner|review)\./
/** Shown of a contract that has ended, and of its posting. */
const AFTER_LOSS = /^(?:receipt|close|contract|hold|hold-record|income)\./

const textsIn = (locale: Locale): readonly (readonly [id: string, text: string])[] =>
  Object.entries<string>(JSON.parse(readFileSync(`locales/${locale}.json`, "utf8"))).filter(
    ([id]) => !id.startsWith("inspect."),
  )

const invitationsIn = (locale: Locale, texts: ReturnType<typeof textsIn>) =>
  texts.filter(([, text]) => INVITATION[locale].test(text)).map(([id]) => id)

describe.each(LOCALES)("an invitation to trade in %s", (locale) => {
  it("is in nothing that is sent, in no text after a loss, and elsewhere a button that members look for", () => {
    const texts = textsIn(locale)
    expect(texts.filter(([id]) => SENT.test(id)).length).toBeGreaterThan(30)
    expect(texts.filter(([id]) => AFTER_LOSS.test(id)).length).toBeGreaterThan(50)
    const found = invitationsIn(locale, texts)
    const offered = found.filter((id) => !LOOKED_FOR.includes(id))
    expect(offered.filter((id) => SENT.test(id) || AFTER_LOSS.test(id))).toEqual([])
    expect(offered.filter((id) => !FACTS.test(id))).toEqual([])
  })
})

it("an invitation is found in each language", () => {
  const planted: Readonly<Record<Locale, string>> = {
    ...{ en: "Lost? Trade again.", de: "Kaufen Sie jetzt.", fr: "Achetez encore.", es: "Compre ahora." },
    ...{ pt: "Compre agora.", it: "Acquisti ora.", hl: "Koop nu.", vn: "Mua ngay." },
    ...{ zh: "立即买入", ja: "今すぐ取引" },
  }
  for (const locale of LOCALES)
    expect(invitationsIn(locale, [["receipt.again", planted[locale]]]), locale).toEqual(["receipt.again"])
})
