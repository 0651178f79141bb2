import type { WrittenArticle } from "./article.ts"

/** Who we are and what protects a member: the four sections of the home page. */
export const aboutArticles = [
  {
    id: "company-introduction",
    kind: "company",
    title: "What Financial Links is",
    html: `
      <p>Financial Links lets you take a position on whether a price will rise or fall, for a period you choose, with a stake you choose. You see
      the most you can lose before you see anything else, and you can never lose more than that stake.</p>
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
