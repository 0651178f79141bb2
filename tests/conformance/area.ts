/** What the runner of the shell's cases asks of each area of the file. */
import type { Page } from "playwright-core"

export type Plain = Readonly<Record<string, unknown>>

/** One case, as the file writes it. */
export interface Case {
  readonly id: string
  readonly area: string
  readonly given: Plain
  readonly when: readonly Plain[]
  readonly then: Plain
  readonly adopt: "seed" | "framework" | "quirk"
  readonly better?: string
}

interface FixtureRoute {
  readonly name: string
  readonly tab: boolean
  readonly alias?: string
  readonly load?: "fails"
}
export type Fixture = Readonly<Record<string, FixtureRoute>>

/** What an area may use besides its own modules. */
export interface Tools {
  readonly fixture: Fixture
  /** A page of a real browser on the harness of the real components, one for all cases: of a part that was mounted nothing is left once another is. */
  readonly page: () => Promise<Page>
  /** Another such page, whose clock stands still unless it is told to go on. No finger touches it when a case begins. */
  readonly stoppedPage: () => Promise<Page>
  /** The pages are left to what may still go on in them; the next case gets others. */
  readonly leavePages: () => void
}

export interface Area {
  /** Drives the real parts and tells what was seen, under the names that the case's expectation uses. */
  readonly observe: (testCase: Case, tools: Tools) => Promise<Plain>
  /** What has to be seen: `then`, or what `better` says instead of a quirk; undefined where its words are not understood. */
  readonly wanted: (testCase: Case) => Plain | undefined
}
