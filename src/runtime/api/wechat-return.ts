/** The way back from WeChat: the code in the address of the document. */
import { type EventObject, fromCallback } from "xstate"
import type { WeChatPurpose } from "../../events/wechat.ts"
import type { HistoryPort } from "../../navigation/history.ts"
import type { DeviceStorage } from "./device-storage.ts"

/** What this device asked WeChat for, under which a returned code is accepted. */
export const WECHAT_WAY = "wechat_way"
/** WeChat's codes expire sooner. */
export const WECHAT_WAY_EXPIRY_SECONDS = 600

const REFUSED = { reason: "wechat.code-refused" } as const

interface Way {
  readonly state: string
  readonly purpose: WeChatPurpose
}

const isWay = (value: unknown): value is Way =>
  typeof value === "object" &&
  value !== null &&
  "state" in value &&
  typeof value.state === "string" &&
  "purpose" in value &&
  (value.purpose === "login" || value.purpose === "link")

/** Takes code and state out of an address; the rest of it is what stays in the address bar. */
export const codeIn = (url: string) => {
  const { pathname, searchParams } = new URL(url, "http://app")
  const [code, state] = [searchParams.get("code"), searchParams.get("state")]
  if (code === null || state === null) return null
  searchParams.delete("code")
  searchParams.delete("state")
  const rest = searchParams.size === 0 ? "" : `?${searchParams}`
  return { code, state, url: `${pathname}${rest}` }
}

export interface ReturnOptions {
  readonly storage: DeviceStorage
  /** Stores the code and returns its handle. */
  readonly secrets: { readonly keep: (secret: string) => string }
  readonly history: Pick<HistoryPort, "url" | "rewrite">
}

/** Accepts a code only if this device asked for it: another's code would log in another member. */
export const returnReader = ({ storage, secrets, history }: ReturnOptions) =>
  fromCallback<EventObject>(({ sendBack }) => {
    const found = codeIn(history.url())
    if (found === null) return sendBack({ type: "wechat.notReturned" })
    // no code stays in the browser's history or reaches the journal
    history.rewrite(found.url)
    const way = storage.read(WECHAT_WAY)
    storage.remove(WECHAT_WAY)
    if (!isWay(way) || way.state !== found.state) sendBack({ type: "wechat.failed", failure: REFUSED })
    else sendBack({ type: "wechat.returned", purpose: way.purpose, code: secrets.keep(found.code) })
  })
