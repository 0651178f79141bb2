/** The actors of the money operations, each journaled in its own stream of the member. */
import { closeMachine } from "../../machines/close.ts"
import { depositMachine } from "../../machines/deposit.ts"
import { orderMachine } from "../../machines/order.ts"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import { closeStream, depositStream, orderStream, withdrawalStream } from "../events/money.ts"
import type { ActorHost } from "./actor-host.ts"
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
    withdrawal: host.registerActor("withdrawal", withdrawal, undefined, withdrawalStream),
  }
  for (const actor of Object.values(actors))
    actor.onEmit((resolved) => host.resolvedOperations.push(resolved))
  return actors
}
