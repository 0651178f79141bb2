/** Web Push as the browser offers it. */

/** A subscription as it is sent: its address, and its keys in base64url. */
export interface PushSubscriptionKeys {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface BrowserPush {
  /** What the browser allows; `unsupported` without a service worker that can be pushed to. */
  readonly permission: () => Promise<"unsupported" | "notAsked" | "denied" | "granted">
  /** Asks the member. `notAsked`: the question was closed. */
  readonly ask: () => Promise<"notAsked" | "denied" | "granted">
  /** The subscription of this device; null without one. */
  readonly current: () => Promise<PushSubscriptionKeys | null>
  /** Subscribes with the site's key, in base64url; keeps a subscription with that key. */
  readonly subscribe: (key: string) => Promise<PushSubscriptionKeys>
  /** Ends the subscription of this device, if there is one. */
  readonly unsubscribe: () => Promise<void>
}

const PERMISSIONS = { default: "notAsked", denied: "denied", granted: "granted" } as const

const isSupported = (): boolean =>
  "Notification" in globalThis && "PushManager" in globalThis && "serviceWorker" in navigator

const managerOf = async (): Promise<PushManager | null> => {
  if (!isSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration("/")
  return registration?.pushManager ?? null
}

const keysOf = (subscription: PushSubscription): PushSubscriptionKeys => {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" }
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0))

const isSame = (key: ArrayBuffer | null, wanted: Uint8Array): boolean =>
  key !== null && new Uint8Array(key).every((byte, index) => byte === wanted[index])

const unsubscribe = async (): Promise<void> => {
  const subscription = await (await managerOf())?.getSubscription()
  await subscription?.unsubscribe()
}

export const browserPush: BrowserPush = {
  permission: async () =>
    (await managerOf()) === null ? "unsupported" : PERMISSIONS[Notification.permission],
  ask: async () => PERMISSIONS[await Notification.requestPermission()],
  current: async () => {
    const subscription = await (await managerOf())?.getSubscription()
    return subscription ? keysOf(subscription) : null
  },
  subscribe: async (key) => {
    const manager = await managerOf()
    if (manager === null) throw new Error("this browser cannot push")
    const applicationServerKey = bytesOf(key)
    const existing = await manager.getSubscription()
    if (existing && isSame(existing.options.applicationServerKey, applicationServerKey))
      return keysOf(existing)
    await existing?.unsubscribe()
    return keysOf(await manager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  },
  unsubscribe,
}

/** Ends the subscription when a session ends; the server ends its part with the session. */
export const dropSubscription = (): void => {
  if (isSupported() && Notification.permission === "granted") unsubscribe().catch(() => {})
}
