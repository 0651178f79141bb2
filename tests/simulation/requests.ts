/** Members and the network between them and the servers: late, lost, doubled and reordered requests. */
import { Exit } from "effect"
import { voidOperation } from "../../server/core/operations.ts"
import { type Answer, answerOf, answerOfOutcome, type KeyHistory, makeKeyHistory } from "./answers.ts"
import { type Command, nextCommand, type SimulatedMember } from "./commands.ts"
import { untilSlot, type World } from "./world.ts"

const minuteMs = 60_000
/** A member does something about this often. */
const ACT_EVERY_MS = 60 * minuteMs
/** Without an answer the app asks again. */
const ANSWER_WITHIN_MS = 30_000

interface Sent {
  readonly member: SimulatedMember
  readonly command: Command
  readonly history: KeyHistory
  /** The member's app knows the outcome. */
  isResolved: boolean
  /** How often a process received it. */
  arrivals: number
}

export interface Requests {
  /** Every command that was sent. */
  readonly sent: () => ReadonlyArray<Sent>
  readonly inDoubt: () => number
}

export interface RequestListeners {
  /** A payment was accepted: its provider will report a result. */
  readonly paymentStarted: (id: string) => void
}

export const startMembers = (world: World, { paymentStarted }: RequestListeners): Requests => {
  const { dice, trail, after, problem, touch, processes } = world
  const all: Sent[] = []
  const paid = new Set<string>()
  const short = (key: string) => key.slice(-6)

  const note = (sent: Sent, what: string, answer: Answer) => {
    const { command, history, member } = sent
    const outcome = answer.kind === "done" ? "done" : "reason" in answer ? answer.reason : answer.kind
    trail.note(`${member.call.memberId} ${what} ${command.operation} ${short(command.key)}: ${outcome}`)
    trail.count(`${command.operation}: ${outcome}`)
    touch(member.call.memberId)
    const wrong = history.learn(answer)
    if (wrong !== null) problem(`${command.operation} ${command.key} of ${member.call.memberId}: ${wrong}`)
    if (answer.kind !== "done") return
    if (command.operation === "order" && !member.contracts.includes(answer.id))
      member.contracts.push(answer.id)
    if (command.operation === "withdrawal" && !member.withdrawals.includes(answer.id))
      member.withdrawals.push(answer.id)
    if (!command.isPayment || paid.has(answer.id)) return
    paid.add(answer.id)
    paymentStarted(answer.id)
  }

  /** An order accepted before a tick that was there already would open at a known price (C6). */
  const checkUnknownEntry = ({ command }: Sent, answer: Answer, knownMs: number) => {
    if (command.operation !== "order" || answer.kind !== "done" || answer.text === null) return
    const order: unknown = JSON.parse(answer.text)
    const acceptedAtMs =
      typeof order === "object" && order !== null ? Reflect.get(order, "accepted_at_ms") : 0
    if (Number(acceptedAtMs) < knownMs)
      problem(`order ${answer.id} was accepted at ${acceptedAtMs}, before the tick at ${knownMs} (C6)`)
  }

  /** The answer travels back; one in twelve is lost. */
  const deliver = (sent: Sent, answer: Answer) => {
    if (answer.kind === "open" || (dice.roll(12) === 0 && !world.isHealing())) return
    after(dice.pick([10, 200, 2_000]), () => {
      sent.isResolved = true
    })
  }

  const delayMs = () => {
    if (world.isHealing()) return 100
    const chance = dice.roll(40)
    if (chance === 0) return (30 + dice.roll(120)) * minuteMs
    return chance < 6 ? dice.roll(4 * minuteMs) : dice.pick([0, 0, 0, 5_000])
  }

  const transmit = (sent: Sent) => {
    if (dice.roll(25) === 0 && !world.isHealing()) return // lost on its way
    after(untilSlot(world, delayMs()), () => {
      const isFirst = sent.arrivals++ === 0
      const known = world.lastTickMs()
      dice.pick(processes).call(sent.command.perform, (exit) => {
        const answer = answerOf(exit)
        note(sent, "asks", answer)
        if (isFirst && sent.arrivals === 1) checkUnknownEntry(sent, answer, known)
        deliver(sent, answer)
      })
    })
  }

  const inquire = (sent: Sent) => {
    const { command, member } = sent
    const question = voidOperation(member.call.memberId, command.operation, command.key)
    after(untilSlot(world, delayMs()), () =>
      dice.pick(processes).call(question, (exit) => {
        const answer = answerOfOutcome(exit)
        note(sent, "inquires", answer)
        deliver(sent, answer)
      }),
    )
  }

  /** Sends the key with another body, once its outcome is known. */
  const misuse = ({ command, history, member }: Sent) => {
    const { call } = dice.pick(processes)
    call(command.performOther, (exit) => {
      const answer = answerOf(exit)
      if (answer.kind === "open") return
      const isRefused = answer.kind === "decided" && answer.reason === "operation.key-conflict"
      if (isRefused || (answer.kind === "void" && history.decided()?.kind === "void")) return
      problem(
        `another body under the key ${command.key} of ${member.call.memberId} (C4): ${JSON.stringify(answer)}`,
      )
    })
  }

  const watch = (sent: Sent, attempt: number) => {
    const pauseMs = ANSWER_WITHIN_MS * Math.min(20, 1 + attempt + dice.roll(3))
    after(world.isHealing() ? ANSWER_WITHIN_MS : pauseMs, () => {
      if (sent.isResolved) {
        if (dice.roll(20) === 0) misuse(sent)
        return
      }
      if (dice.roll(2) === 0) transmit(sent)
      else inquire(sent)
      watch(sent, attempt + 1)
    })
  }

  const send = (member: SimulatedMember, command: Command) => {
    const sent: Sent = { member, command, history: makeKeyHistory(), isResolved: false, arrivals: 0 }
    all.push(sent)
    transmit(sent)
    if (dice.roll(6) === 0) transmit(sent)
    watch(sent, 0)
  }

  const act = (member: SimulatedMember) => {
    after(untilSlot(world, dice.roll(2 * ACT_EVERY_MS)), () => {
      if (world.isHealing()) return
      const { call } = dice.pick(processes)
      // now and then several things at once
      const times = dice.roll(4) === 0 ? 3 : 1
      for (let i = 0; i < times; i++)
        call(nextCommand(dice, member, world.time.nowMs()), (exit) => {
          if (exit !== null && Exit.isSuccess(exit) && exit.value !== null) send(member, exit.value)
        })
      act(member)
    })
  }

  for (const member of world.members) act(member)
  return { sent: () => all, inDoubt: () => all.filter(({ isResolved }) => !isResolved).length }
}
