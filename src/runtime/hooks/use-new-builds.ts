/** Newer builds of the app, offered to the member as soon as they are installed. */
import { useEffect, useEffectEvent } from "react"
import { BUILD_ACTIVATION_TIMEOUT_MS } from "../../domain/limits.ts"
import { type InstalledBuilds, installedBuilds } from "../api/installed-builds.ts"

export interface BuildOffer {
  readonly builds: InstalledBuilds
  /** Resolves with the member's answer. */
  readonly ask: () => Promise<boolean>
  readonly reloadDocument: () => void
}

/** A build that the browser cannot activate, or does not report in time, is loaded too. */
const activate = ({ builds }: BuildOffer): Promise<unknown> =>
  Promise.race([
    builds.activate().catch(() => {}),
    new Promise((resolve) => setTimeout(resolve, BUILD_ACTIVATION_TIMEOUT_MS)),
  ])

/**
 * Asks once for each newer build and loads it with a new document if the member agrees. A declined
 * build comes when the app is opened next. Returns a function that stops it.
 */
export const offerBuilds = (offer: BuildOffer): (() => void) => {
  let isAsking = false
  const onInstalled = async () => {
    if (isAsking) return
    isAsking = true
    if (await offer.ask()) {
      await activate(offer)
      offer.reloadDocument()
    } else isAsking = false
  }
  return offer.builds.watch(() => void onInstalled(), offer.builds.look)
}

export const useNewBuilds = (ask: () => Promise<boolean>): void => {
  const asked = useEffectEvent(ask)
  useEffect(() => {
    const reloadDocument = () => location.reload()
    return offerBuilds({ builds: installedBuilds, ask: () => asked(), reloadDocument })
  }, [])
}
