/** The contract between the case runner and the areas. */
import type { Page } from "playwright-core"

export type Plain = Readonly<Record<string, unknown>>

/** One case of the file. */
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

/** Shared resources of the areas. */
export interface Tools {
  readonly fixture: Fixture
  /**
   * A browser page with the harness, shared by all cases. Mounting a component unmounts the earlier
   * one.
   */
  readonly page: () => Promise<Page>
  /** The same with a stopped clock. No finger touches it when a case begins. */
  readonly stoppedPage: () => Promise<Page>
  /** Abandons the current pages, which may still be busy; the next case opens new ones. */
  readonly leavePages: () => void
}

export interface Area {
  /** Drives the product and returns what it observed, under the keys of the case's `then`. */
  readonly observe: (testCase: Case, tools: Tools) => Promise<Plain>
  /**
   * The expectation: `then`, or for a quirk what `better` says; undefined if its text is not
   * understood.
   */
  readonly wanted: (testCase: Case) => Plain | undefined
}
