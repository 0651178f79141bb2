/** Uploads of pictures without a server. */
import type { Caller } from "../../src/runtime/api/api-client.ts"

export const uploadCaller: Caller = {
  baseUrl: "https://site",
  token: () => "secret",
  userId: () => "7",
  locale: () => "de",
}

export const pictureFile = (bytes = 3, type = "image/png", name = "front.png"): File =>
  new File([new Uint8Array(bytes)], name, { type })

/** A request whose events come when the test says so: Node has none. */
export class ScriptedRequest {
  static last: ScriptedRequest
  readonly headers: Record<string, string> = {}
  readonly upload: { onprogress?: (event: object) => void } = {}
  opened: readonly string[] = []
  sent: unknown
  isAborted = false
  timeout = 0
  status = 0
  responseText = ""
  onload = () => {}
  onerror = () => {}
  ontimeout = () => {}
  constructor() {
    ScriptedRequest.last = this
  }
  open(...words: readonly string[]) {
    this.opened = words
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(form: unknown) {
    this.sent = form
  }
  abort() {
    this.isAborted = true
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = typeof body === "string" ? body : JSON.stringify(body)
    this.onload()
  }
}
