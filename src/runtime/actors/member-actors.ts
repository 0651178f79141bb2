/**
 * The actors of a logged-in member, loaded after login so that the login page does not carry them.
 */
import { Clock, Context, Effect } from "effect"
import { closeMachine } from "../../../machines/close.ts"
import { depositMachine } from "../../../machines/deposit.ts"
import { type FormJob, formMachine } from "../../../machines/form.ts"
import { type MarkJob, noticesMachine } from "../../../machines/notices.ts"
import { orderMachine } from "../../../machines/order.ts"
import { streamMachine } from "../../../machines/stream.ts"
import { watchlistMachine } from "../../../machines/watchlist.ts"
import { withdrawalMachine } from "../../../machines/withdrawal.ts"
import type { RequestOf } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import { AlertKind } from "../../domain/alert.ts"
import type { Confirmable } from "../../domain/confirmation.ts"
import { addForms, type FormId, isEntryForm, type visitorForms } from "../../domain/forms.ts"
import { ALERT_DAYS, ALERT_DISTANCE_BPS } from "../../domain/limits.ts"
import type { NoticeSummary } from "../../domain/member-event.ts"
import { cardDigits, memberForms, watchesPrice, withoutSpaces } from "../../domain/member-forms.ts"
import type { FormValues } from "../../domain/validate.ts"
import type { FormEvent } from "../../events/form.ts"
import { closeStream, depositStream, orderStream, withdrawalStream } from "../../events/money.ts"
import type { NoticesEvent } from "../../events/notices.ts"
import { watchlistStream } from "../../events/watchlist.ts"
import { installedBuilds } from "../api/installed-builds.ts"
import { Api, failureOf, type OfflineCache, Secrets, type Storage } from "../api/services.ts"
import { storeSession } from "../api/session-programs.ts"
import { positionsBeside } from "../stream/position-store.ts"
import { cachePrices, openConnection, type StreamOptions, watchNetwork } from "../stream/stream.ts"
import type { ActorHost } from "./actor-host.ts"
import { formStream } from "./boot-actors.ts"
import { effectActor } from "./effect-actor.ts"
import { routeMemberEvents } from "./event-routing.ts"
import { createOutbox } from "./outbox.ts"
import { createStepUps, StepUp, type StepUps, type Unconfirmed, withStepUp } from "./step-up.ts"

/** The forms of visitors are submitted elsewhere; see `src/runtime/actors/boot-actors.ts`. */
export type SentForm = Exclude<FormId, keyof typeof visitorForms>

/** All values of a form, secrets included: never log, store or emit them. */
type AllValues = FormValues

type Submission = (values: AllValues) => Effect.Effect<void, ApiError | Unconfirmed, Api | StepUp | Storage>

const trimmed = (values: AllValues, name: string): string => (values[name] ?? "").trim()

const confirm = (subject: Confirmable) => StepUp.use((stepUp) => stepUp.confirm(subject))

const addCard = Effect.fnUntraced(function* (card: Omit<RequestOf<"bankCardAdd">, "confirmation">) {
  const confirmation = yield* confirm({ purpose: "bank-card", ...card })
  yield* (yield* Api).call("bankCardAdd", { ...card, confirmation })
})

const addAddress = Effect.fnUntraced(function* (
  address: Omit<RequestOf<"cryptoAddressAdd">, "confirmation">,
) {
  const confirmation = yield* confirm({ purpose: "crypto-address", ...address })
  yield* (yield* Api).call("cryptoAddressAdd", { ...address, confirmation })
})

const submissions: Readonly<Record<SentForm, Submission>> = {
  password: Effect.fnUntraced(function* (values) {
    const confirmation = yield* confirm({ purpose: "password" })
    const session = yield* (yield* Api).call("changePassword", {
      confirmation,
      // A password is taken exactly as typed: spaces may belong to it.
      oldPassword: values.oldPassword ?? "",
      newPassword: values.newPassword ?? "",
    })
    yield* storeSession(session)
  }),
  knowledge: Effect.fnUntraced(function* ({ choice = "" }) {
    const place = choice.lastIndexOf(".")
    yield* (yield* Api).call("knowledgeAnswer", {
      question: choice.slice(0, place),
      choice: Number(choice.slice(place + 1)),
    })
  }),
  endSessions: Effect.fnUntraced(function* () {
    yield* (yield* Api).call("loginsEnd", {})
  }),
  bankAdd: Effect.fnUntraced(function* (values) {
    yield* addCard({
      bankName: trimmed(values, "bankName"),
      cardNumber: cardDigits(values.cardNumber ?? ""),
      username: trimmed(values, "userName"),
    })
  }),
  accountAdd: Effect.fnUntraced(function* (values) {
    yield* addCard({
      bankCode: trimmed(values, "bankCode"),
      cardNumber: cardDigits(values.accountNumber ?? ""),
      username: trimmed(values, "holder"),
    })
  }),
  cryptoAdd: Effect.fnUntraced(function* (values) {
    yield* addAddress({
      network: trimmed(values, "network"),
      address: withoutSpaces(values.address ?? ""),
    })
  }),
  exchangeAdd: Effect.fnUntraced(function* (values) {
    const tag = trimmed(values, "tag")
    yield* addAddress({
      network: trimmed(values, "network"),
      address: withoutSpaces(values.address ?? ""),
      exchange: true,
      ...(tag !== "" && { tag }),
    })
  }),
  alertAdd: Effect.fnUntraced(function* (values) {
    const { kind = "" } = values
    yield* (yield* Api).call("alertAdd", {
      productId: trimmed(values, "productId"),
      kind: AlertKind.literals.find((each) => each === kind) ?? "above",
      ...(watchesPrice(kind) && { price: trimmed(values, "level") }),
      ...(kind === "stop-out" && {
        contractId: trimmed(values, "contractId"),
        distanceBps: Number(values.distance || ALERT_DISTANCE_BPS),
      }),
      daily: values.repeat === "daily",
      days: Number(values.days || ALERT_DAYS),
      note: trimmed(values, "note"),
    })
  }),
  realName: Effect.fnUntraced(function* (values) {
    yield* (yield* Api).call("realNameSubmit", {
      realName: trimmed(values, "realName"),
      idNumber: trimmed(values, "idNumber"),
      frontImage: trimmed(values, "frontId"),
      backImage: trimmed(values, "backId"),
    })
  }),
}

export interface FormSubmission {
  readonly formId: SentForm
  readonly values: FormValues
  readonly handles: Readonly<Record<string, string>>
}

/** Submits a form: form.accepted, form.refused or form.unconfirmed. Never retries by itself. */
export const submitForm = Effect.fnUntraced(function* ({ formId, values, handles }: FormSubmission) {
  const secrets = yield* Secrets
  const taken: Record<string, string> = {}
  for (const [name, handle] of Object.entries(handles)) taken[name] = (yield* secrets.take(handle)) ?? ""
  const result = yield* Effect.result(submissions[formId]({ ...values, ...taken }))
  const at = yield* Clock.currentTimeMillis
  if (result._tag === "Success") return { type: "form.accepted", at } satisfies FormEvent
  if (result.failure._tag === "Unconfirmed") return { type: "form.unconfirmed", at } satisfies FormEvent
  return { type: "form.refused", failure: failureOf(result.failure), at } satisfies FormEvent
})

const factOf = Effect.fnUntraced(function* (asked: Effect.Effect<NoticeSummary, ApiError>) {
  const result = yield* Effect.result(asked)
  const at = yield* Clock.currentTimeMillis
  const fact: NoticesEvent =
    result._tag === "Success"
      ? { type: "notices.counted", ...result.success, at }
      : { type: "notices.failed", failure: failureOf(result.failure), at }
  return fact
})

/** Sends notices.counted or notices.failed. */
export const countUnread = Effect.fnUntraced(function* () {
  const { call } = yield* Api
  return yield* factOf(call("noticeSummary", {}, { quiet: true }))
})

/** Marks the notices up to a number, or one alone, as read; sends notices.counted or notices.failed. */
export const markNoticesRead = Effect.fnUntraced(function* ({ number, single }: MarkJob) {
  const { call } = yield* Api
  return yield* factOf(call("noticesRead", single ? { number, single } : { number }, { loading: !single }))
})

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
 * Not journaled: after a reload the stream connects again, and the server says again what is unread.
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
const registerMemberForms = ({ services, registerActor }: ActorHost, stepUp: StepUps) => {
  addForms(memberForms)
  const submission = effectActor(
    Context.add(services, StepUp, withStepUp(stepUp)),
    ({ formId, values, handles }: FormJob) => submitForm({ formId: sentForm(formId), values, handles }),
  )
  const machine = formMachine.provide({ actors: { submitForm: submission } })
  return {
    "form.password": registerActor("form.password", machine, { formId: "password" }, formStream),
    "form.knowledge": registerActor("form.knowledge", machine, { formId: "knowledge" }, formStream),
    "form.endSessions": registerActor("form.endSessions", machine, { formId: "endSessions" }, formStream),
    "form.bankAdd": registerActor("form.bankAdd", machine, { formId: "bankAdd" }, formStream),
    "form.accountAdd": registerActor("form.accountAdd", machine, { formId: "accountAdd" }, formStream),
    "form.cryptoAdd": registerActor("form.cryptoAdd", machine, { formId: "cryptoAdd" }, formStream),
    "form.exchangeAdd": registerActor("form.exchangeAdd", machine, { formId: "exchangeAdd" }, formStream),
    "form.alertAdd": registerActor("form.alertAdd", machine, { formId: "alertAdd" }, formStream),
    "form.realName": registerActor("form.realName", machine, { formId: "realName" }, formStream),
  }
}

/** Called again for each login. */
export const registerMemberActors = (host: ActorHost) => {
  const stepUp = createStepUps(host)
  return {
    ...registerMoneyActors(host),
    ...registerStream(host),
    ...registerMemberForms(host, stepUp),
    stepUp,
    // the journal is the watchlist's only store
    watchlist: host.registerActor("watchlist", watchlistMachine, undefined, watchlistStream),
  }
}

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
  const closeOrChange = () => (tickets.close.getSnapshot().context.change ? "order-amend" : "order-close")
  outbox.serve("close", closeOrChange, tickets.close)
  outbox.serve("deposit", "deposit", tickets.deposit)
  outbox.serve("deposit", "deposit", tickets.payment)
  outbox.serve("withdrawal", "withdrawal", tickets.withdrawal)
  return { ...tickets, outbox }
}
