/**
 * The actors of a logged-in member, loaded after login so that the login page does not carry them.
 */
import { type FormJob, formMachine } from "../../machines/form.ts"
import { marketMachine } from "../../machines/market.ts"
import { watchlistMachine } from "../../machines/watchlist.ts"
import { addForms, type FormId, isEntryForm } from "../domain/forms.ts"
import { memberForms } from "../domain/member-forms.ts"
import { formStream } from "../events/form-stream.ts"
import { watchlistStream } from "../events/watchlist.ts"
import type { ActorHost } from "./actor-host.ts"
import { effectActor } from "./effects/effect-actor.ts"
import { cachePrices, streamQuotes, watchNetwork } from "./effects/quote-stream.ts"
import { type SentForm, submitForm } from "./effects/submit-form.ts"
import { registerMoneyActors } from "./money-actors.ts"

const originOf = (baseUrl: string): string => (baseUrl === "" ? location.origin : baseUrl)

/** Not journaled: after a reload the quote stream connects anew. */
const registerMarket = ({ services, caller, quotes, registerActor }: ActorHost) => {
  const market = marketMachine.provide({
    actors: {
      stream: effectActor(services, streamQuotes({ store: quotes, origin: () => originOf(caller.baseUrl) })),
      rememberPrices: effectActor(services, cachePrices(quotes)),
      watchNetwork: effectActor(services, watchNetwork),
    },
  })
  return { market: registerActor("market", market, undefined) }
}

const sentForm = (formId: FormId): SentForm => {
  if (isEntryForm(formId)) throw new Error(`${formId} is sent by the session`)
  return formId
}

/** Field values survive a reload in this tab, except those of secret fields. */
const registerMemberForms = ({ services, registerActor }: ActorHost) => {
  addForms(memberForms)
  const submission = effectActor(services, ({ formId, values, handles }: FormJob) =>
    submitForm({ formId: sentForm(formId), values, handles }),
  )
  const machine = formMachine.provide({ actors: { submitForm: submission } })
  return {
    "form.password": registerActor("form.password", machine, { formId: "password" }, formStream),
    "form.bankAdd": registerActor("form.bankAdd", machine, { formId: "bankAdd" }, formStream),
    "form.accountAdd": registerActor("form.accountAdd", machine, { formId: "accountAdd" }, formStream),
    "form.cryptoAdd": registerActor("form.cryptoAdd", machine, { formId: "cryptoAdd" }, formStream),
    "form.exchangeAdd": registerActor("form.exchangeAdd", machine, { formId: "exchangeAdd" }, formStream),
    "form.realName": registerActor("form.realName", machine, { formId: "realName" }, formStream),
  }
}

/** Called anew for each login. */
export const registerMemberActors = (host: ActorHost) => ({
  ...registerMoneyActors(host),
  ...registerMarket(host),
  ...registerMemberForms(host),
  // the journal is the watchlist's only store
  watchlist: host.registerActor("watchlist", watchlistMachine, undefined, watchlistStream),
})

export type MemberActors = ReturnType<typeof registerMemberActors>
