/** The runtime of a visitor in this process, with a server that knows ada and bob. */
import { selectTop } from "../../machines/navigation.ts"
import { ERROR_CODE, failureBody, successBody } from "../../src/contract/envelope.ts"
import { createStorage } from "../../src/runtime/api/device-storage.ts"
import { createNavigation } from "../../src/runtime/hooks/use-navigation.ts"
import { type Answer, json } from "./answering-server.ts"
import { configOf } from "./config.ts"
import { encodeAnswer } from "./encoded-answer.ts"
import { FakeHistory } from "./fake-history.ts"
import { fastTimers } from "./fast-timers.ts"
import { freshBrowserForEach, loadOwnApiLayer, memoryArea, openRuntime } from "./in-process-runtime.ts"
import { memberOf } from "./member.ts"

export const wallet = {
  available: "1.00",
  inContracts: "0.00",
  inWithdrawals: "0.00",
  todayDividend: "0.00",
  totalDividend: "0.00",
}
const sessionOf = (id: string) => ({
  token: `token-${id}`,
  temporaryToken: `temporary-${id}`,
  user: memberOf(id),
})

/** A server that knows ada and bob, and for whom a token may go bad. */
export const siteOf = (options: { readonly website?: Parameters<typeof configOf>[0] } = {}) => {
  const bad = new Set<string>()
  const answer: Answer = (response, received) => {
    const { url, headers, body } = received
    const say = (content: unknown, status = 200) => json(content, status)(response, received)
    if (url.startsWith("/api/system/config"))
      return say(successBody("code", encodeAnswer("systemConfig", configOf(options.website))))
    if (url.startsWith("/api/login/account")) {
      const { username, password } = JSON.parse(body)
      return password === "right"
        ? say(successBody("errorCode", encodeAnswer("login", sessionOf(username))))
        : say(failureBody("errorCode", { reason: "login.wrong-credentials" }, "Passwords is invalid!"))
    }
    if (url.startsWith("/api/login/register")) {
      const { username, invitation_code: code } = JSON.parse(body)
      return code === "23456789"
        ? say(successBody("errorCode", encodeAnswer("register", sessionOf(username))))
        : say(failureBody("errorCode", { reason: "register.invitation-unknown" }, "Unknown"))
    }
    if (url.startsWith("/api/login/forgotten"))
      return say({ errorCode: ERROR_CODE.success, msg: "", data: {} })
    if (url.startsWith("/api/login/reset"))
      return JSON.parse(body).code === "right"
        ? say({ errorCode: ERROR_CODE.success, msg: "", data: {} })
        : say(failureBody("errorCode", { reason: "password.code-wrong" }, "Wrong"))
    if (url.startsWith("/api/login/logout")) return say({ errorCode: ERROR_CODE.success, msg: "", data: {} })
    if (bad.has(String(headers.token)))
      return say(failureBody("code", { reason: "session.invalid" }, "Log in again"), 401)
    return say(successBody("code", encodeAnswer("walletSummary", wallet)))
  }
  return { answer, bad }
}

/** Opens the runtime of a visitor at a page, and ends it after the test. Each test file calls this once. */
export const visitorApps = () => {
  const closing = freshBrowserForEach()
  fastTimers()
  return async (
    open = "/",
    site = siteOf(),
    area = memoryArea(),
    isSiteOn = false,
    loadApiLayer = loadOwnApiLayer,
  ) => {
    const history = new FakeHistory(open)
    const left: string[] = []
    const { system, server, close } = await openRuntime(site.answer, {
      storage: createStorage(() => area, Date.now),
      history,
      loadApiLayer,
      languages: ["de-DE"],
      isSiteOn,
      leave: (url) => left.push(url),
    })
    closing.push(close)
    await system.start()
    const navigation = createNavigation(system)
    const { boot, secrets } = system
    const login = (username: string, password = "right") =>
      boot.session.send({ type: "session.login", username, secret: secrets.keep(password), at: 0 })
    const page = () => selectTop(boot.navigation.getSnapshot())?.path
    return { system, server, site, area, history, navigation, login, page, boot, left }
  }
}
