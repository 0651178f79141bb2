/** The log-ins of a member: when, from which device and network, and whether they were refused. */
import { createHash } from "node:crypto"
import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { LOGINS_KEPT_DAYS } from "../../src/domain/limits.ts"
import type { Login, LoginBrowser, LoginSystem, OpenSession, SessionProof } from "../../src/domain/login.ts"
import { Config } from "../config.ts"
import type { Call } from "../core/handler.ts"
import { refusal } from "../core/refusal.ts"
import { execute, sql } from "../db/db.ts"
import { requireOwnLogin } from "./demo.ts"
import { siteOf } from "./guess-limiter.ts"
import { nameKey } from "./names.ts"
import { type LoginOrigin, Sessions, sessionIdOf, sessionIdSql } from "./sessions.ts"

/** In this order: the names of later ones stand beside those of earlier ones. */
const browsers: ReadonlyArray<readonly [LoginBrowser, RegExp]> = [
  ["wechat", /MicroMessenger\//],
  ["samsung", /SamsungBrowser\//],
  ["opera", /OPR\//],
  ["edge", /Edg(?:e|A|iOS)?\//],
  ["firefox", /(?:Firefox|FxiOS)\//],
  ["chrome", /(?:Chrome|CriOS|HeadlessChrome)\//],
  ["safari", /Safari\//],
]

const systems: ReadonlyArray<readonly [LoginSystem, RegExp]> = [
  ["android", /Android/],
  ["ios", /iPhone|iPad|iPod/],
  ["windows", /Windows NT/],
  ["chromeos", /CrOS/],
  ["macos", /Macintosh/],
  ["linux", /Linux|X11/],
]

const nameIn = <Name extends string>(
  names: ReadonlyArray<readonly [Name, RegExp]>,
  text: string,
): Name | "other" => names.find(([, pattern]) => pattern.test(text))?.[0] ?? "other"

/** The network without the part that names one line: the last number of IPv4, a /48 of IPv6. */
const maskedNetwork = (address: string): string => {
  if (address === "::1") return address
  const site = siteOf(address)
  if (site.includes(":")) return `${site}:*`
  return site.replace(/\.\d+$/, ".*")
}

/** Only browser, system and network are stored: neither the header nor the address. */
export const originOf = ({ address, userAgent = "" }: Pick<Call, "address" | "userAgent">): LoginOrigin => ({
  device: `${nameIn(browsers, userAgent)} ${nameIn(systems, userAgent)}`,
  network: maskedNetwork(address),
})

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Log-ins of one member that are stored. */
export const LOGINS_STORED_MAX = 200
/** Log-ins that are answered. */
const shownMax = 50

/**
 * Records a refused log-in. Those of one origin within an hour are one row. An unknown member, by an
 * empty id, takes as long as a known one.
 */
export const recordRefusedLogin = Effect.fn("recordRefusedLogin")(function* (memberId: string, call: Call) {
  const nowMs = yield* Clock.currentTimeMillis
  const { device, network } = originOf(call)
  const hour = Math.floor(nowMs / hourMs)
  const id = createHash("sha256")
    .update(JSON.stringify([memberId, device, network, hour]))
    .digest("base64url")
  yield* execute(
    `insert into logins (id, member_id, token_hash, device, network, attempts, at_ms)
     select left($1::text, 22), m.id, null, $3, $4, 1, $5::bigint from members m where m.id = $2
     on conflict (id) do update set attempts = logins.attempts + 1, at_ms = greatest(logins.at_ms, excluded.at_ms)`,
    [id, memberId, device, network, nowMs],
  )
})

/**
 * Whether the member of this name has logged in from the caller's network before. An unknown name takes
 * the same statement.
 */
export const isFamiliar = Effect.fn("isFamiliar")(function* (username: string, call: Pick<Call, "address">) {
  const nowMs = yield* Clock.currentTimeMillis
  const rows = yield* sql(
    `select 1 from logins l join members m on m.id = l.member_id
     where m.username_key = $1 and l.network = $2 and l.token_hash is not null and l.at_ms > $3 limit 1`,
    [nameKey(username), maskedNetwork(call.address), nowMs - LOGINS_KEPT_DAYS * dayMs],
  )
  return rows.length > 0
})

interface LoginRow {
  readonly id: string
  readonly token_hash: string | null
  readonly is_open: boolean
  readonly device: string
  readonly network: string
  readonly attempts: number
  readonly at_ms: bigint
}

const stateOf = ({ token_hash, is_open }: LoginRow, tokenHash: string): Login["state"] => {
  if (token_hash === null) return "refused"
  if (token_hash === tokenHash) return "current"
  return is_open ? "open" : "ended"
}

/** Browser and system of a stored device. */
export const deviceOf = (device: string) => {
  const [browser = "", system = ""] = device.split(" ")
  return {
    browser: browsers.find(([name]) => name === browser)?.[0] ?? ("other" as const),
    system: systems.find(([name]) => name === system)?.[0] ?? ("other" as const),
  }
}

const listSql = `
  select l.id, l.token_hash, l.device, l.network, l.attempts, l.at_ms,
    exists (select 1 from sessions s where s.token_hash = l.token_hash and s.revoked_at_ms is null
      and s.expires_at_ms > $2 and s.seen_at_ms > $3) as is_open
  from logins l where l.member_id = $1 and l.at_ms > $4
  order by l.at_ms desc, l.id desc limit ${shownMax}`

/** The member's log-ins, newest first. */
export const listLogins = Effect.fn("listLogins")(function* (_request: object, call: Call) {
  const { sessionIdleMs } = yield* Config
  const nowMs = yield* Clock.currentTimeMillis
  const rows = yield* sql<LoginRow>(listSql, [
    ...[call.memberId, nowMs, nowMs - sessionIdleMs, nowMs - LOGINS_KEPT_DAYS * dayMs],
  ])
  return rows.map(
    (row): Login => ({
      id: row.id,
      atMs: Number(row.at_ms),
      state: stateOf(row, call.tokenHash),
      ...deviceOf(row.device),
      network: row.network,
      attempts: row.attempts,
    }),
  )
})

interface SessionRow {
  readonly id: string
  readonly is_current: boolean
  readonly device: string | null
  readonly network: string | null
  readonly created_at_ms: bigint
  readonly seen_at_ms: bigint
  readonly proof: SessionProof | null
}

/** A session whose log-in is no longer stored has an unknown device. */
const sessionsSql = `
  select ${sessionIdSql("s.token_hash")} as id, s.token_hash = $2 as is_current, l.device, l.network,
    s.created_at_ms, s.seen_at_ms, s.proof
  from sessions s left join logins l on l.id = ${sessionIdSql("s.token_hash")}
  where s.member_id = $1 and s.revoked_at_ms is null and s.expires_at_ms > $3 and s.seen_at_ms > $4
  order by is_current desc, s.seen_at_ms desc, s.token_hash limit ${shownMax}`

/** The member's open sessions: the caller's first, then the last used. */
export const listSessions = Effect.fn("listSessions")(function* (_request: object, call: Call) {
  const { sessionIdleMs } = yield* Config
  const nowMs = yield* Clock.currentTimeMillis
  const rows = yield* sql<SessionRow>(sessionsSql, [
    ...[call.memberId, call.tokenHash, nowMs, nowMs - sessionIdleMs],
  ])
  return rows.map(
    ({ id, is_current, device, network, created_at_ms, seen_at_ms, proof }): OpenSession => ({
      id,
      isCurrent: is_current,
      ...deviceOf(device ?? ""),
      network: network ?? "",
      sinceMs: Number(created_at_ms),
      seenAtMs: Number(seen_at_ms),
      ...(proof !== null && { proof }),
    }),
  )
})

/** Ends one session of the member. One of another member and one that has ended get the same answer. */
export const endSession = Effect.fn("endSession")(function* ({ id }: RequestOf<"sessionEnd">, call: Call) {
  if (id !== sessionIdOf(call.tokenHash)) yield* requireOwnLogin(call.memberId)
  return (yield* (yield* Sessions).endOne(call.memberId, id)) ? {} : yield* refusal("member.session-unknown")
})

/** Ends every session of the member but the caller's. */
export const endOtherSessions = Effect.fn("endOtherSessions")(function* (_request: object, call: Call) {
  yield* requireOwnLogin(call.memberId)
  yield* (yield* Sessions).endOthers(call.memberId, call.tokenHash)
  return {}
})

/** Removes log-ins that are older than what is shown, and the oldest of a member who has too many. */
export const removeOldLogins = Effect.fn("removeOldLogins")(function* () {
  const nowMs = yield* Clock.currentTimeMillis
  return yield* execute(
    `delete from logins l where l.at_ms <= $1 or l.id in (
       select id from (select id, row_number() over (partition by member_id order by at_ms desc, id desc) as place
         from logins) ranked where place > ${LOGINS_STORED_MAX})`,
    [nowMs - LOGINS_KEPT_DAYS * dayMs],
  )
})
