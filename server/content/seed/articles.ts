import type { ArticleSummary } from "../../../src/domain/entities.ts"
import { LOCALES } from "../../../src/domain/limits.ts"
import { localeTagOf } from "../../../src/domain/locale.ts"

/**
 * The company video, drawn by scripts/draw-video.ts, with its captions in every language. It has
 * neither sound nor words of its own, so all languages of the article show the same.
 */
export const companyVideo = [
  '<video src="/media/company.webm">',
  ...LOCALES.map((locale) => `<track src="/media/company.${locale}.vtt" srclang="${localeTagOf(locale)}" />`),
  "</video>",
].join("")

/** An article in one language. */
export interface ArticleText {
  readonly title: string
  /** Sanitised before it is stored. Line breaks count as spaces. */
  readonly html: string
}

/** An article as the seed defines it. */
export interface WrittenArticle extends ArticleText {
  readonly id: string
  readonly kind: ArticleSummary["kind"]
}

/** A translation of exactly these articles. */
export type TranslationOf<Articles extends ReadonlyArray<WrittenArticle>> = Readonly<
  Record<Articles[number]["id"], ArticleText>
>

/** Who we are and what protects a member: the four sections of the home page. */
const aboutArticles = [
  {
    id: "company-introduction",
    kind: "company",
    title: "What Financial Links is",
    html: `
      <p>Financial Links lets you take a position on whether a price will rise or fall, for a period you choose, with a stake you choose. You see
      the most you can lose before you see anything else, and you can never lose more than that stake.</p>
      ${companyVideo}
      <h2>What you are looking at</h2>
      <p>Unless the label at the top of the money screens says otherwise, <strong>this is a simulation</strong>. The prices replay a published
      historical series, the money is not money, and the deposit addresses belong to nobody. Please never send anything of value to them.</p>
      <h2>How the service earns</h2>
      <p>A contract costs a commission on its exposure, that is on the stake multiplied by the leverage. The ticket states it in naira before you
      confirm. There is no spread added to the price, no charge for holding a contract and none for closing it early.</p>
      <h2>Why you can check us</h2>
      <ul>
        <li>Every change of your balance is an entry you can read under account changes, with its reason and the contract, deposit or
        withdrawal it belongs to.</li>
        <li>Every price that decides a contract is a link in a chain: each link contains the fingerprint of the one before it, so that a
        price cannot be exchanged later without breaking the chain.</li>
        <li>The rule that settles a contract is the same in this app and on the server. A contract's detail page holds all that is needed to
        calculate its result again.</li>
      </ul>`,
  },
  {
    id: "corporate-culture",
    kind: "culture",
    title: "How we work",
    html: `
      <h2>Say the cost first</h2>
      <p>A ticket begins with the largest possible loss. Commission, break-even and the price at which the contract ends come next. What you
      might gain comes last.</p>
      <h2>Show both halves of a figure</h2>
      <p>An average profit is always shown beside the share of contracts that lost. Both are calculated from settled contracts or, while there are
      too few, from the published history. Nobody types them in.</p>
      <h2>Leave people alone</h2>
      <p>There are no countdowns that push you to trade, no streaks, no badges, and no bonus that has to be traded before it can be withdrawn.</p>
      <h2>Know, or say that we do not know</h2>
      <p>When the connection breaks in the middle of an order, the app does not guess. It says that it is checking and asks the server until it
      has an answer.</p>
      <h2>Decisions have names</h2>
      <p>Where a person decides about a deposit, a withdrawal or a name check, the decision is recorded with who made it and why, and you
      are shown the reason.</p>`,
  },
  {
    id: "team-awards",
    kind: "awards",
    title: "Awards and recognition",
    html: `
      <p>We have none to show. A page like this is often filled with logos that nobody can verify, so we would rather leave it plain.</p>
      <h2>What we would like to be measured by</h2>
      <ul>
        <li><strong>Settlements that can be repeated.</strong> Take any finished contract, calculate it again from the recorded prices and
        compare it to the kobo.</li>
        <li><strong>A ledger that adds up.</strong> The sum of all entries is zero at every moment, for every transaction.</li>
        <li><strong>One effect for one decision.</strong> A double tap, a lost connection or a reload never buys, deposits or withdraws
        twice.</li>
        <li><strong>Withdrawals without conditions.</strong> No score, fee or further deposit stands between you and your available
        balance.</li>
      </ul>
      <p>If an independent body ever examines these claims, its report will be linked here, including what it criticises.</p>`,
  },
  {
    id: "risk-protection",
    kind: "risk",
    title: "Risks, and what protects you",
    html: `
      <p><strong>Contracts with leverage are risky. Most people who trade them often lose money.</strong> Use only what you can afford to lose
      completely.</p>
      <h2>What leverage does</h2>
      <p>With a leverage of 5, a price that moves by 2&nbsp;% against you costs 10&nbsp;% of your stake, and commission is added to that. The same
      holds in the other direction, which is what makes it tempting.</p>
      <h2>What protects you</h2>
      <ul>
        <li><strong>The loss is capped.</strong> A contract ends at its stop-out price. Whatever happens between two prices, your loss is never
        more than the stake, and your balance never goes below zero.</li>
        <li><strong>The entry cannot be picked.</strong> A contract opens at the first price after your order was accepted. Neither you nor we
        can know it beforehand. If no price arrives in time, the order is cancelled and the whole stake comes back.</li>
        <li><strong>Your limits hold.</strong> You may set how much worse than the shown price the entry may be, a price at which to take a profit
        and one at which to stop a loss.</li>
        <li><strong>New destinations rest.</strong> A bank card or address that was just added cannot be paid to at once, so that a stranger who gets
        hold of your phone cannot empty your account in a minute.</li>
      </ul>
      <h2>What does not protect you</h2>
      <p>A stop-loss is triggered by a price and executed at that price, which may be worse than the one you set when the market jumps. Past
      results say nothing dependable about coming ones. No deposit insurance applies to this simulation.</p>`,
  },
] as const satisfies ReadonlyArray<WrittenArticle>

/** What a member agrees to, in plain words. */
export const agreementArticles = [
  {
    id: "agreement-membership",
    kind: "agreement",
    title: "Membership agreement",
    html: `
      <h2>1. What is offered</h2>
      <p>An account with which you can take simulated leveraged positions, and the records that belong to it. Where the label on the money screens
      says that the market is simulated, balances have no monetary value and cannot be exchanged for money.</p>
      <h2>2. Your account</h2>
      <p>One person holds one account. You need an invitation code to open it. Choose a password that you use nowhere else. Changing the
      password ends every other session.</p>
      <h2>3. Your money</h2>
      <p>Your available balance is yours to use or to withdraw at any time. Stakes of open contracts and amounts under review are shown apart. No fee, score
      or further payment is required before a withdrawal; a network's own cost, where there is one, is shown beforehand and taken from the
      amount.</p>
      <h2>4. Corrections</h2>
      <p>If a balance must be corrected, the correction is an entry of its own with a reason and a reference that you can read. Earlier entries
      are never altered.</p>
      <h2>5. Leaving</h2>
      <p>You may stop at any time: close your contracts or let them end, withdraw, and ask customer service to close the account.</p>`,
  },
  {
    id: "agreement-contracts",
    kind: "agreement",
    title: "Contract terms",
    html: `
      <p>In these terms <em>S</em> is the stake, <em>L</em> the leverage, <em>E</em> the entry price, <em>X</em> the exit price, <em>c</em> the
      commission rate, and <em>d</em> is +1 for up and −1 for down.</p>
      <h2>Result</h2>
      <table>
        <thead><tr><th scope="col">Figure</th><th scope="col">How it is found</th></tr></thead>
        <tbody>
          <tr><td>Gross result</td><td>S · L · d · (X − E) ÷ E</td></tr>
          <tr><td>Commission</td><td>c · S · L</td></tr>
          <tr><td>Net result</td><td>Gross result less commission, and never less than −S</td></tr>
          <tr><td>Paid back</td><td>S plus the net result</td></tr>
        </tbody>
      </table>
      <p>Amounts are calculated exactly and rounded once, to the kobo. A half kobo goes to the even neighbour.</p>
      <h2>Entry and exit</h2>
      <ul>
        <li>Entry: the first price that follows the acceptance of the order.</li>
        <li>Exit at the end of the period: the last price at or before the end.</li>
        <li>Exit by an early close: the first price that follows the acceptance of the close.</li>
        <li>Stop-out: the first price at or past the stop-out price, which the ticket shows.</li>
      </ul>
      <h2>Cancellation</h2>
      <p>An order is cancelled, and the whole stake returned, when no price arrives in the stated time or when the entry would be worse than the
      deviation you allowed.</p>`,
  },
  {
    id: "agreement-privacy",
    kind: "agreement",
    title: "Privacy",
    html: `
      <h2>What is kept</h2>
      <ul>
        <li>Your username, and your password only as a hash from which it cannot be read.</li>
        <li>Your entries, contracts, deposits and withdrawals.</li>
        <li>Bank card numbers, your real name and your ID number, encrypted. The app shows the card and ID numbers with most characters
        hidden, to you as well.</li>
        <li>The pictures you upload as proof or for the name check. They are drawn anew on the server, so that hidden data such as the place where a
        photo was taken is removed. Only you, and an operator who reviews them, can see them.</li>
      </ul>
      <h2>What is not kept</h2>
      <p>No advertising identifiers, no contacts, no location. The app loads nothing from other companies.</p>
      <h2>On your device</h2>
      <p>The app keeps a journal of what you did, so that a reload loses nothing. Passwords, tokens, ID numbers, card numbers and pictures are never
      in it.</p>`,
  },
] as const satisfies ReadonlyArray<WrittenArticle>

/** Articles that the login screen links to. */
export const LOGIN_HELP_ARTICLE = "help-login"
export const FORGOT_PASSWORD_ARTICLE = "help-forgot-password"

/** The help articles in English. */
const helpArticles = [
  {
    id: LOGIN_HELP_ARTICLE,
    kind: "help",
    title: "Logging in and registering",
    html: `
      <h2>You need an invitation code</h2>
      <p>Every member has one and can pass it on under <em>Invite friends</em>. In the demo, one is printed when the server starts.</p>
      <h2>Username and password</h2>
      <p>A username has 3 to 32 letters or digits; dots, hyphens and underscores may follow the first. A password has 8 to 64 characters, and the ones
      that appear in every list of guessed passwords are refused.</p>
      <h2>If you cannot get in</h2>
      <p>A wrong name and a wrong password give the same answer, so that nobody can find out who is a member. After several wrong attempts
      the answers become slower for a while. Your account is never locked.</p>`,
  },
  {
    id: FORGOT_PASSWORD_ARTICLE,
    kind: "help",
    title: "Forgotten password",
    html: `
      <p>Nobody can look your password up: only a hash of it is kept. There is no reset by e-mail either, because the service does not know your e-mail
      address.</p>
      <p>Ask for a new password with the button below, and say how you can be reached. Once customer service is sure that it is you, you get a code
      that is valid once and for half an hour. With it you set a new password, which ends every session. Nobody will ever ask you for your old password,
      for a code or for a payment.</p>
      <p>In the demo there is nobody on duty: register a new account with the code that the server printed.</p>`,
  },
  {
    id: "help-prices",
    kind: "help",
    title: "Where the prices come from",
    html: `
      <p>The standard market replays a published historical series, faster than it happened: a demo day takes one minute. The label on the
      screen names the source.</p>
      <p>Published history has one bar for a day or a month. The movements inside a bar are calculated at random between its true opening, high, low and
      close, and are marked as synthetic wherever a chart shows them.</p>
      <p>A price older than three seconds is marked as old, and buying waits until a fresh one arrives.</p>`,
  },
  {
    id: "help-deposits",
    kind: "help",
    title: "Making a deposit",
    html: `
      <ol>
        <li>Choose a network. Its address appears with a code to scan and a button to copy.</li>
        <li>Enter the amount and add a picture of the transfer.</li>
        <li>The deposit is reviewed. You find its state, and the reason if it is refused, under deposit records.</li>
      </ol>
      <p>Where WeChat Pay or Alipay is offered under “Other ways to pay”, you pay on the provider’s page instead. It needs no picture and no
      review: the amount is credited as soon as the provider confirms it.</p>
      <p>In the demo <strong>do not send anything</strong>: the addresses are made up, and any picture will do. A reviewer decides by itself
      after a few seconds. It credits every deposit except those whose amount ends in .13, which it refuses so that you can see that
      path as well.</p>`,
  },
  {
    id: "help-withdrawals",
    kind: "help",
    title: "Withdrawing",
    html: `
      <p>Add a bank card or a crypto address first. A new destination rests for the time shown beside it before it can be used; in the demo it
      does not.</p>
      <p>The screen shows what arrives before you confirm: your amount less the network's own cost, where there is one. While the request is
      reviewed, the amount is set aside. If it is rejected, the whole amount comes back at once with a reason.</p>
      <p>No fee, tax, score or further deposit is ever needed to withdraw. If somebody tells you otherwise, it is fraud.</p>
      <p>In the demo the reviewer pays every withdrawal except those whose amount ends in .13.</p>`,
  },
  {
    id: "help-verification",
    kind: "help",
    title: "Real-name check and credit score",
    html: `
      <p>For the check you enter your name and ID number and add a picture of the front and of the back. In the demo please use
      <strong>invented data and any picture</strong>. The demo's reviewer refuses ID numbers ending in 13 so that you can see that path.</p>
      <h2>Credit score</h2>
      <p>The score begins at 500 points. A verified name adds 200. Each credited deposit adds 10, each completed contract 2 whether it won or lost, each
      week of membership 1; these three stop at 100. Amounts and results do not count.</p>
      <p>The score describes your account. It never decides whether you can withdraw.</p>`,
  },
] as const satisfies ReadonlyArray<WrittenArticle>

/** The English articles that ship with the product, in list order. */
export const seedArticles = [...aboutArticles, ...agreementArticles, ...helpArticles]
