/**
 * The actors of a logged-in member, loaded after login so that the login page does not carry them.
 */
import type { Context } from "effect"
import { closeMachine } from "../../machines/close.ts"
import { depositMachine } from "../../machines/deposit.ts"
import { type FormJob, formMachine } from "../../machines/form.ts"
import { noticesMachine } from "../../machines/notices.ts"
import { orderMachine } from "../../machines/order.ts"
import { streamMachine } from "../../machines/stream.ts"
import { watchlistMachine } from "../../machines/watchlist.ts"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import { addForms, type FormId, isEntryForm } from "../domain/forms.ts"
import { memberForms } from "../domain/member-forms.ts"
import { closeStream, depositStream, orderStream, withdrawalStream } from "../events/money.ts"
import { watchlistStream } from "../events/watchlist.ts"
import type { ActorHost } from "./actor-host.ts"
import { formStream } from "./boot-actors.ts"
import { countUnread, markNoticesRead } from "./effects/count-notices.ts"
import { effectActor } from "./effects/effect-actor.ts"
import { installedBuilds } from "./effects/installed-builds.ts"
import { positionsBeside } from "./effects/position-store.ts"
import type { Api, OfflineCache } from "./effects/services.ts"
import { cachePrices, openConnection, type StreamOptions, watchNetwork } from "./effects/stream.ts"
import { type SentForm, submitForm } from "./effects/submit-form.ts"
import { routeMemberEvents } from "./event-routing.ts"
import { createOutbox } from "./outbox.ts"

const originOf = (baseUrl: string): string => (baseUrl === "" ? location.origin : baseUrl)

/** The machine of the member's notices with its calls. */
export const noticesWith = (services: ActorHost["services"]) =>
  noticesMachine.provide({
    actors: { ask: effectActor(services, countUnread), mark: effectActor(services, markNoticesRead) },
  })

/** The machine of the stream with its connection, its first prices and the device's network. */
export const streamWith = (services: Context.Context<Api | OfflineCache>, options: StreamOptions) =>
  streamMachine.provide({
    actors: {
      connection: openConnection(services, options),
      rememberPrices: effectActor(services, cachePrices(options.store)),
      watchNetwork: effectActor(services, watchNetwork),
    },
  })

/**
 * Not journaled: after a reload the stream connects anew, and the server says again what is unread.
 */
const registerStream = (host: ActorHost) => {
  const { services, caller, quotes, registerActor, now } = host
  const origin = () => originOf(caller.baseUrl)
  const options = { store: quotes, origin, now, roll: Math.random, memberId: caller.userId }
  const actors = {
    stream: registerActor("stream", streamWith(services, options), undefined),
    notices: registerActor("notices", noticesWith(services), undefined),
  }
  const positions = positionsBeside(quotes)
  // those of another member, who was logged in before
  positions.clear()
  const { notices } = actors
  const lookForBuild = installedBuilds.look
  routeMemberEvents(actors.stream, { positions, notices, lookForBuild, now: Date.now })
  return actors
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
    "form.endSessions": registerActor("form.endSessions", machine, { formId: "endSessions" }, formStream),
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
  ...registerStream(host),
  ...registerMemberForms(host),
  // the journal is the watchlist's only store
  watchlist: host.registerActor("watchlist", watchlistMachine, undefined, watchlistStream),
})

export type MemberActors = ReturnType<typeof registerMemberActors>

// The actors of the money operations, each journaled in its own stream of the member.

export const registerMoneyActors = (host: ActorHost) => {
  const outbox = createOutbox(host)
  const tickets = {
    order: host.registerActor("order", orderMachine, undefined, orderStream),
    close: host.registerActor("close", closeMachine, undefined, closeStream),
    deposit: host.registerActor("deposit", depositMachine, undefined, depositStream),
    // the draft of a payment and that of a reported deposit stay apart
    payment: host.registerActor("payment", depositMachine, undefined, depositStream),
    withdrawal: host.registerActor("withdrawal", withdrawalMachine, undefined, withdrawalStream),
  }
  outbox.serve("order", "order", tickets.order)
  outbox.serve("close", "order-close", tickets.close)
  outbox.serve("deposit", "deposit", tickets.deposit)
  outbox.serve("deposit", "deposit", tickets.payment)
  outbox.serve("withdrawal", "withdrawal", tickets.withdrawal)
  return { ...tickets, outbox }
}
