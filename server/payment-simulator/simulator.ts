import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { isSignedLink } from "../payments/payment-signature.ts"
import { type Choice, deliveriesOf, sendAll } from "./deliveries.ts"
import { localeOf, type PageState, type PaymentPage, pagePolicy, renderPage } from "./payment-page.ts"

/** The two providers by the path of their page. */
const providers = {
  "/wechat": { name: "wechat", wayId: "pay.way.2" },
  "/alipay": { name: "alipay", wayId: "pay.way.3" },
} as const
type Provider = (typeof providers)[keyof typeof providers]

export interface SimulatorOptions {
  readonly port: number
  readonly secrets: Readonly<Record<Provider["name"], string>>
  /** Decides which webhooks are forged, doubled or out of order. */
  readonly seed: string
  readonly lateMs: number
}

/** Choices that are remembered; the oldest is forgotten first. */
const CHOICES_MAX = 10_000
const BODY_MAX_BYTES = 1_024

const providerAt = (path: string): Provider | undefined =>
  path === "/wechat" || path === "/alipay" ? providers[path] : undefined

const isRecent = (parameters: URLSearchParams): boolean => Date.now() < Number(parameters.get("expires"))

const readChoice = async (request: IncomingMessage): Promise<Choice | null> => {
  let body = ""
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > BODY_MAX_BYTES) return null
  }
  const choice = new URLSearchParams(body).get("choice")
  return choice === "pay" || choice === "cancel" ? choice : null
}

const show = (response: ServerResponse, page: PaymentPage): void => {
  response.writeHead(page.state === "forged" ? 400 : 200, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": pagePolicy,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  })
  response.end(renderPage(page))
}

/** Listens on this machine only. Resolves with the address and a way to stop. */
export const startSimulator = async (options: SimulatorOptions) => {
  const choices = new Map<string, Choice>()
  const stopping = new AbortController()

  /** The first choice stands. Its webhooks go to the address that the shop signed. */
  const decide = (provider: Provider, parameters: URLSearchParams, choice: Choice): void => {
    const given = (name: string): string => parameters.get(name) ?? ""
    const payment = given("payment")
    if (choices.has(payment)) return
    const oldest = choices.size >= CHOICES_MAX ? choices.keys().next().value : undefined
    if (oldest !== undefined) choices.delete(oldest)
    choices.set(payment, choice)
    const amount = given("amount")
    const { seed, lateMs } = options
    const target = {
      url: given("notify"),
      secret: options.secrets[provider.name],
      payment,
      amount,
      currency: given("currency"),
    }
    const deliveries = deliveriesOf({ payment, amount, choice, seed, lateMs })
    sendAll(target, deliveries, stopping.signal).catch((thrown: unknown) => {
      if (!stopping.signal.aborted) console.error(`The webhooks of ${payment} were not sent:`, thrown)
    })
  }

  const stateOf = (provider: Provider, parameters: URLSearchParams): PageState => {
    if (!isSignedLink(options.secrets[provider.name], parameters)) return "forged"
    const payment = parameters.get("payment") ?? ""
    if (!choices.has(payment) && !isRecent(parameters)) decide(provider, parameters, "expire")
    return choices.get(payment) ?? "open"
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? "/", "http://localhost")
    const provider = url === null ? undefined : providerAt(url.pathname)
    if (url === null || provider === undefined) return void response.writeHead(404).end()
    const { pathname, search, searchParams } = url
    const action = `${pathname}${search}`
    if (request.method === "POST") {
      const choice = await readChoice(request)
      if (choice !== null && stateOf(provider, searchParams) === "open")
        decide(provider, searchParams, choice)
      return void response.writeHead(303, { location: action }).end()
    }
    const state = stateOf(provider, searchParams)
    const isForged = state === "forged"
    show(response, {
      state,
      locale: localeOf(searchParams.get("lang")),
      wayId: provider.wayId,
      amount: isForged ? "0" : (searchParams.get("amount") ?? "0"),
      currency: isForged ? "NGN" : (searchParams.get("currency") ?? "NGN"),
      back: isForged ? null : searchParams.get("return"),
      action,
    })
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((thrown: unknown) => {
      console.error(thrown)
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port, "127.0.0.1", resolve)
  })
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("The simulator has no port.")
  const stop = (): void => {
    stopping.abort()
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${address.port}`, stop }
}
