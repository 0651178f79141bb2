/** The machines that move a member's money, with their effects, each journaled in that member's own stream. */
import { closeMachine } from "../../machines/close.ts"
import { depositMachine } from "../../machines/deposit.ts"
import { orderMachine } from "../../machines/order.ts"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import { closeStream, depositStream, orderStream, withdrawalStream } from "../events/money.ts"
import type { House } from "./actor-host.ts"
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
import { news } from "./resolved-operations.ts"

/** Provides and seats all four. */
export const seatMoney = (house: House) => {
  const { services } = house
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
  const seats = {
    order: house.seat("order", order, undefined, orderStream),
    close: house.seat("close", close, undefined, closeStream),
    deposit: house.seat("deposit", deposit, undefined, depositStream),
    withdrawal: house.seat("withdrawal", withdrawal, undefined, withdrawalStream),
  }
  for (const seat of Object.values(seats)) seat.onEmit((found) => news.push(found))
  return seats
}
