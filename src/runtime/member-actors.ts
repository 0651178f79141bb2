/**
 * The actors of a logged-in member, loaded after login so that the login page does not carry them.
 */
import { closeMachine } from "../../machines/close.ts"
import { depositMachine } from "../../machines/deposit.ts"
import { type FormJob, formMachine } from "../../machines/form.ts"
import { marketMachine } from "../../machines/market.ts"
import { orderMachine } from "../../machines/order.ts"
import { watchlistMachine } from "../../machines/watchlist.ts"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import { addForms, type FormId, isEntryForm } from "../domain/forms.ts"
import { memberForms } from "../domain/member-forms.ts"
import { closeStream, depositStream, orderStream, withdrawalStream } from "../events/money.ts"
import { watchlistStream } from "../events/watchlist.ts"
import type { ActorHost } from "./actor-host.ts"
import { formStream } from "./boot-actors.ts"
import { effectActor } from "./effects/effect-actor.ts"
import {
  ask,
  pause,
  record,
  submitClose,
  submitDeposit,
  submitOrder,
  submitWithdrawal,
} from "./effects/money-operations.ts"
import { cachePrices, streamQuotes, watchNetwork } from "./effects/quote-stream.ts"
import { type SentForm, submitForm } from "./effects/submit-form.ts"

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

// The actors of the money operations, each journaled in its own stream of the member.

export const registerMoneyActors = (host: ActorHost) => {
  const { services } = host
  const order = orderMachine.provide({
    actors: {
      recordOrder: effectActor(services, record("order")),
      submitOrder: effectActor(services, submitOrder),
      askOrder: effectActor(services, ask("order")),
      pauseOrder: effectActor(services, pause("order")),
    },
  })
  const close = closeMachine.provide({
    actors: {
      recordClose: effectActor(services, record("close")),
      submitClose: effectActor(services, submitClose),
      askClose: effectActor(services, ask("close")),
      pauseClose: effectActor(services, pause("close")),
    },
  })
  const deposit = depositMachine.provide({
    actors: {
      recordDeposit: effectActor(services, record("deposit")),
      submitDeposit: effectActor(services, submitDeposit),
      askDeposit: effectActor(services, ask("deposit")),
      pauseDeposit: effectActor(services, pause("deposit")),
    },
  })
  const withdrawal = withdrawalMachine.provide({
    actors: {
      recordWithdrawal: effectActor(services, record("withdrawal")),
      submitWithdrawal: effectActor(services, submitWithdrawal),
      askWithdrawal: effectActor(services, ask("withdrawal")),
      pauseWithdrawal: effectActor(services, pause("withdrawal")),
    },
  })
  const actors = {
    order: host.registerActor("order", order, undefined, orderStream),
    close: host.registerActor("close", close, undefined, closeStream),
    deposit: host.registerActor("deposit", deposit, undefined, depositStream),
    // a payment in doubt does not block a reported deposit, nor the other way round
    payment: host.registerActor("payment", deposit, undefined, depositStream),
    withdrawal: host.registerActor("withdrawal", withdrawal, undefined, withdrawalStream),
  }
  for (const actor of Object.values(actors))
    actor.onEmit((resolved) => host.resolvedOperations.push(resolved))
  return actors
}
