import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Schema } from "effect"
import { type RunningApp, startApp } from "../../server/app.ts"
import { readSettings } from "../../server/config.ts"
import { marketSettingsOf } from "../../server/market/config.ts"
import type { DemoLogin } from "../../server/members/demo.ts"
import { toWire } from "../../src/contract/endpoint.ts"
import { type EndpointId, endpoints } from "../../src/contract/endpoints.ts"
import { type Unwrapped, unwrap } from "../../src/contract/envelope.ts"
import { prepareDataDir } from "./database.ts"

/** A request as it is sent. */
export type WireRequestOf<E extends EndpointId> = (typeof endpoints)[E]["request"]["Encoded"]

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  /** The body, read as the endpoint's envelope. */
  readonly said: Unwrapped
}

export interface CallOptions {
  readonly token?: string
  readonly lang?: string
}

/** A whole server in this process, reached over HTTP. */
export interface TestApp {
  readonly url: string
  readonly demo: DemoLogin
  readonly dataDir: string
  readonly call: <E extends EndpointId>(
    id: E,
    request: WireRequestOf<E>,
    options?: CallOptions,
  ) => Promise<Answer>
  /** A new member's token and id. */
  readonly join: (
    username: string,
    password?: string,
  ) => Promise<{ token: string; ticket: string; id: string }>
  readonly stop: () => Promise<void>
}

export const goodPassword = "violet-harbour-59"

type Environment = Readonly<Record<string, string>>

const start = async (dataDir: string, env: Environment): Promise<RunningApp> => {
  const environment = { PORT: "0", DATA_DIR: dataDir, ...env }
  const settings = readSettings(environment)
  return await startApp(settings, marketSettingsOf(environment, settings.dayMs))
}

/** Calls an endpoint of any server. */
export const callServer = async <E extends EndpointId>(
  url: string,
  id: E,
  request: WireRequestOf<E>,
  options: CallOptions = {},
): Promise<Answer> => {
  const { method, path, envelope } = endpoints[id]
  const headers: Record<string, string> = { lang: options.lang ?? "en_US" }
  if (options.token !== undefined) headers.token = options.token
  const query =
    method === "GET" ? `?${new URLSearchParams(Object.entries(request).map(([k, v]) => [k, String(v)]))}` : ""
  if (method === "POST") headers["content-type"] = "application/json"
  const response = await fetch(`${url}/${path}${query}`, {
    method,
    headers,
    ...(method === "POST" ? { body: JSON.stringify(request) } : {}),
  })
  const body: unknown = await response.json()
  return { status: response.status, headers: response.headers, body, said: unwrap(envelope, body) }
}

/** The schemas of a request's fields, by their wire names. */
export const requestFields = (id: EndpointId): Readonly<Record<string, Schema.Constraint>> => {
  const { request } = endpoints[id]
  return toWire<Schema.Constraint>(endpoints[id], "to" in request ? request.to.fields : request.fields)
}

/** A field of the answer's data. Throws if the call was refused. */
export const fieldOf = (answer: Answer, name: string): unknown => {
  const { said } = answer
  if (said.kind !== "success" || typeof said.data !== "object" || said.data === null)
    throw new Error(`refused: ${JSON.stringify(answer.body)}`)
  return Reflect.get(said.data, name)
}

/** The reason of a refusal; null where the call succeeded. */
export const reasonOf = (answer: Answer): string | null => {
  if (answer.said.kind === "success") return null
  const { body } = answer
  const data: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "data") : null
  const reason: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "reason") : null
  return typeof reason === "string" ? reason : "?"
}

/** Starts a server with the demo profile on a new embedded database. */
export const openApp = async (env: Environment = {}): Promise<TestApp> => {
  const dataDir = mkdtempSync(join(tmpdir(), "links-app-"))
  await prepareDataDir(dataDir)
  const app = await start(dataDir, env)
  if (app.demo === null) throw new Error("these tests need the demo profile")
  const { url, demo } = app
  const call: TestApp["call"] = (id, request, options) => callServer(url, id, request, options)
  return {
    url,
    demo,
    dataDir,
    call,
    join: async (username, password = goodPassword) => {
      const answer = await call("register", { username, password, invitation_code: demo.invitationCode })
      const user = fieldOf(answer, "user")
      const id: unknown = typeof user === "object" && user !== null ? Reflect.get(user, "id") : ""
      return {
        token: String(fieldOf(answer, "token")),
        ticket: String(fieldOf(answer, "temporary_token")),
        id: String(id),
      }
    },
    stop: async () => {
      await app.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
