/** The machine of newer builds with what it asks of the browser. */
import { fromCallback } from "xstate"
import { buildMachine } from "../../machines/build.ts"
import type { BuildEvent } from "../events/build.ts"
import type { InstalledBuilds } from "./effects/installed-builds.ts"

export interface BuildOptions {
  readonly builds: InstalledBuilds
  readonly now: () => number
  readonly reloadDocument: () => void
}

export const buildWith = ({ builds, now, reloadDocument }: BuildOptions) => {
  const sendWith = (sendBack: (event: BuildEvent) => void) => (type: BuildEvent["type"]) => () =>
    sendBack({ type, at: now() })
  return buildMachine.provide({
    actors: {
      watch: fromCallback(({ sendBack }) => {
        const send = sendWith(sendBack)
        return builds.watch(send("build.installed"), send("build.look"))
      }),
      activate: fromCallback(({ sendBack }) => {
        const activated = sendWith(sendBack)("build.activated")
        // a build that cannot be activated is loaded with the document
        builds.activate().then(activated, activated)
      }),
    },
    actions: { look: builds.look, reloadDocument },
  })
}
