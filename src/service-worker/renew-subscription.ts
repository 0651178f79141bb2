/**
 * A push subscription that the browser has renewed. The worker has no session, so an open app sends
 * the new one to the server; without an open app the next start of a member's app does.
 */

import type { PushRenewed } from "../domain/worker-messages.ts"

const RENEWED: PushRenewed = "push-renewed"

export interface RenewedSubscription {
  readonly oldSubscription?: Pick<PushSubscription, "options"> | null
  readonly newSubscription?: object | null
}

export interface RenewalOptions {
  readonly subscribe: (options: PushSubscriptionOptionsInit) => Promise<unknown>
  readonly windows: () => Promise<readonly { postMessage(message: unknown): void }[]>
}

/** Subscribes with the key of before where the browser did not. Rejects if the browser refuses. */
export const renewSubscription = async (
  { oldSubscription, newSubscription }: RenewedSubscription,
  { subscribe, windows }: RenewalOptions,
): Promise<void> => {
  if (!newSubscription && oldSubscription) {
    const { userVisibleOnly, applicationServerKey } = oldSubscription.options
    await subscribe({ userVisibleOnly, applicationServerKey })
  }
  for (const window of await windows()) window.postMessage(RENEWED)
}
