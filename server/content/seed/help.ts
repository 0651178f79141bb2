import type { WrittenArticle } from "./article.ts"

/** Articles that the login screen links to. */
export const LOGIN_HELP_ARTICLE = "help-login"
export const FORGOT_PASSWORD_ARTICLE = "help-forgot-password"

/** The help articles in English. */
export const helpArticles = [
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
