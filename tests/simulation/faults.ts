/** Faults of processes, clocks and the database, and their end. */
import type { Shift } from "./virtual-time.ts"
import { untilSlot, type World } from "./world.ts"

const minuteMs = 60_000
const FAULT_EVERY_MS = 20 * minuteMs
/** Of ten thousand statements. */
const FAULT_RATE = 40

const steps = [1_500, -1_500, 60_000, -60_000, 3_600_000, -3_600_000] as const

const shift = (clock: Shift, byMs: number): void => {
  clock.ms += byMs
}

export const startFaults = (world: World) => {
  const { dice, after, database, processes, trail } = world
  const { ailments } = database
  const setAilment = (which: "isFull" | "isAway", isIll: boolean) => {
    ailments[which] = isIll
  }
  const duration = () => dice.pick([minuteMs, 3 * minuteMs, 10 * minuteMs])
  const note = (what: string) => {
    trail.note(what)
    trail.count(`fault: ${what.replace(/-?\d+|\b[AB]\b/g, "…")}`)
  }
  const during = (what: string, begin: () => void, end: () => void) => {
    note(what)
    begin()
    after(duration(), () => {
      trail.note(`${what}: over`)
      end()
    })
  }
  const kinds = [
    () => dice.pick(processes).crash(),
    () => dice.pick(processes).stop(),
    () => {
      const process = dice.pick(processes)
      note(`${process.name} stalls`)
      process.stallUntil(world.time.nowMs() + duration())
    },
    () => {
      const { name, clock } = dice.pick(processes)
      const ms = dice.pick(steps)
      during(
        `the clock of ${name} is set by ${ms}`,
        () => shift(clock, ms),
        () => shift(clock, -ms),
      )
    },
    () => {
      const ms = dice.pick(steps)
      const clocks = [ailments.clock, ...processes.map(({ clock }) => clock)]
      const setBy = (by: number) => {
        for (const clock of clocks) shift(clock, by)
      }
      during(
        `every clock is set by ${ms}`,
        () => setBy(ms),
        () => setBy(-ms),
      )
    },
    () => {
      const ms = dice.pick(steps)
      const setBy = (by: number) => shift(ailments.clock, by)
      during(
        `the database's clock is set by ${ms}`,
        () => setBy(ms),
        () => setBy(-ms),
      )
    },
    () =>
      during(
        "the disk is full",
        () => setAilment("isFull", true),
        () => setAilment("isFull", false),
      ),
    () =>
      during(
        "the database is away",
        () => setAilment("isAway", true),
        () => setAilment("isAway", false),
      ),
  ] as const
  const strike = () =>
    after(untilSlot(world, dice.roll(2 * FAULT_EVERY_MS)), () => {
      if (world.isHealing()) return
      dice.pick(kinds)()
      strike()
    })
  /** A process that has ended is started again. */
  const restart = () =>
    after(30_000 + dice.roll(4) * 30_000, () => {
      for (const process of processes) process.start()
      restart()
    })
  ailments.faultRate = FAULT_RATE
  strike()
  restart()
  return {
    heal: () => {
      trail.note("the faults end")
      ailments.faultRate = 0
    },
  }
}
