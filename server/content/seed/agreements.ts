import type { WrittenArticle } from "./article.ts"

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
