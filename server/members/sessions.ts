import { hash, randomBytes } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { CURRENCY, LOGINS_KEPT_DAYS } from "../../src/domain/limits.ts"
import { createListeners } from "../../src/domain/listeners.ts"
import type { SessionProof } from "../../src/domain/login.ts"
import { Config } from "../config.ts"
import { MEMBER_EVENT_VERSION } from "../core/member-events.ts"
import { Db, type DbError } from "../db/db.ts"
import { databaseNowSql, steadyMs } from "../db/outer-clocks.ts"

/** An authenticated session. */
export interface Session {
  readonly memberId: string
  readonly tokenHash: string
  /** Time until its absolute expiry, which is independent of use, when it was last read. */
  readonly lifeMs: number
}

/** A new session and its token, which is stored nowhere. */
export interface OpenedSession {
  readonly token: string
  readonly session: Session
}

/** A one-use pass that opens the stream of a session. */
export interface StreamPass {
  readonly pass: string
  readonly expiresAtMs: number
}

/** The device and the network that a session is opened from, as members see them. */
export interface LoginOrigin {
  /** Browser and system, by the names of the contract. */
  readonly device: string
  readonly network: string
  /** True if the member is notified, unless they have logged in from this device and network lately. */
  readonly isNoticed?: boolean
  /** What it was opened with; absent where that is not known. */
  readonly proof?: SessionProof
}

type SessionEnded = (tokenHash: string) => void

/** Lifetime of a stream pass. */
const passLifeMs = 60_000
/**
 * How long a cached session is trusted. A session ended by another process ends here within this
 * time.
 */
const trustMs = 2_000
/** Interval at which the last use of a session is stored. */
const seenEveryMs = 60_000
/** Expired sessions that one statement of the sweep removes: their members wait for it. */
const EXPIRED_AT_ONCE = 500
/** Characters of the token's hash in the public id of a session: 132 bits. */
const SESSION_ID_LENGTH = 22
/** Sessions kept in memory. When one more is found, all are read again. */
export const SESSIONS_KNOWN_MAX = 50_000

/** A random token of 256 bits. */
const newToken = (): string => randomBytes(32).toString("base64url")

/** The stored form of a token. It identifies the token but cannot be used as one. */
const hashOfToken = (token: string): string => hash("sha256", token, "base64url")

/**
 * Session tokens and one-use stream passes. Only their hashes are stored. They expire by the database's
 * clock, so that no process ends or prolongs one by its own.
 */
export class Sessions extends Context.Service<
  Sessions,
  {
    /**
     * Opens a session for credentials of this version, and records the log-in. Null when they have
     * been changed since they were verified.
     */
    readonly open: (
      memberId: string,
      credentialVersion: bigint,
      origin?: LoginOrigin,
    ) => Effect.Effect<OpenedSession | null, DbError>
    readonly find: (token: string) => Effect.Effect<Session | null, DbError>
    readonly end: (tokenHash: string) => Effect.Effect<void, DbError>
    /** Ends the member's open session of this public id; false if there is none. */
    readonly endOne: (memberId: string, id: string) => Effect.Effect<boolean, DbError>
    /** Ends every session of the member except this one. */
    readonly endOthers: (memberId: string, tokenHash: string) => Effect.Effect<void, DbError>
    /**
     * Runs `change`, which changes the credential version, and ends every session of the member
     * except the one that it returns, in one transaction.
     */
    readonly changeCredentials: <A extends OpenedSession | null, E, R>(
      memberId: string,
      change: Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | DbError, R>
    /**
     * Issues a pass that opens the session's stream once, within a minute. The stream's URL carries
     * it instead of the token.
     */
    readonly issuePass: (
      session: Pick<Session, "memberId" | "tokenHash">,
    ) => Effect.Effect<StreamPass, DbError>
    /** The session of a pass. Null for an unknown, used or expired pass. */
    readonly redeemPass: (pass: string) => Effect.Effect<Session | null, DbError>
    /**
     * Calls `listener` with the token hash of each session that ends in this process. Returns the
     * unsubscribe function.
     */
    readonly onEnd: (listener: SessionEnded) => () => void
    /**
     * Checks that these sessions are still valid and notifies the listeners of each that is not.
     * For connections that stay open.
     */
    readonly recheck: (tokenHashes: ReadonlyArray<string>) => Effect.Effect<void, DbError>
    /** Deletes expired sessions, each with an event, and expired passes and push subscriptions. */
    readonly sweep: Effect.Effect<void, DbError>
  }
>()("financial-links/server/members/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const db = yield* Db
      const settings = yield* Config
      return makeSessions(db, settings.sessionIdleMs, settings.sessionAbsoluteMs)
    }),
  )
}

interface Row {
  readonly member_id: string
  readonly unseen_ms: bigint
  readonly life_ms: bigint
}

interface Known {
  readonly session: Session
  /** By the steady clock. */
  readonly checkedAtMs: number
}

/** Sessions in force at the time `now`. `$2` is the idle time. */
const inForce = (now: string) =>
  `revoked_at_ms is null and expires_at_ms > ${now} and seen_at_ms > ${now} - $2::bigint`

const findSql = (
  now: string,
) => `select member_id, ${now} - seen_at_ms as unseen_ms, expires_at_ms - ${now} as life_ms
  from sessions where token_hash = $1 and revoked_at_ms is null`

const goodSql = (now: string) =>
  `select token_hash from sessions where token_hash = any($1::text[]) and ${inForce(now)}`

/** The time of a statement that begins with `clock`. */
const clockSql = "(select now_ms from clock)"

interface SessionChange {
  /** The state before, as SQL. */
  readonly from: "null" | "'started'"
  readonly to: "started" | "ended"
  /** Who and why, as SQL. */
  readonly cause: string
}

/** A log-in from a new device may not be the member's. */
const startedBy = "case when (select is_new from origin) then 'service' else 'member' end, ''"

const STARTED: SessionChange = { from: "null", to: "started", cause: startedBy }
const ENDED: SessionChange = { from: "'started'", to: "ended", cause: "'member', ''" }
const EXPIRED: SessionChange = { from: "'started'", to: "ended", cause: "'service', 'expired'" }

/**
 * Appends an event for each session in `changed (member_id, token_hash)`, in a statement that begins
 * with `clock`.
 */
const sessionEventsSql = ({ from, to, cause }: SessionChange) => `
  counted as (
    select member_id, count(*) as events from changed group by member_id
  ), moved as (
    update balances b set revision = b.revision + c.events from counted c
    where b.member_id = c.member_id and b.asset = '${CURRENCY}' returning b.member_id, b.revision, c.events
  ), appended as (
    insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
      contracts, withdrawals, who, why, at_ms, transaction_id)
    select c.member_id, m.revision - m.events + row_number() over (partition by c.member_id order by c.token_hash),
      'session', ${MEMBER_EVENT_VERSION}, left(c.token_hash, 16), ${from}, '${to}', '{}', 0, 0, 0, ${cause}, ${clockSql}::bigint, ''
    from changed c join moved m on m.member_id = c.member_id
  )`

/**
 * The lock makes it take turns with a change of the version: this statement either sees the new
 * version, or its session is there when the change ends all sessions.
 */
const openSql = (now: string) => `
  with clock as materialized (
    select ${now} as now_ms
  ), holder as (
    select id, now_ms from members cross join clock where id = $2 and credential_version = $4::bigint for share of members
  ), origin as materialized (
    select $7::boolean and not exists (
      select 1 from logins where member_id = $2 and device = $5 and network = $6 and token_hash is not null
        and at_ms > ${clockSql} - ${LOGINS_KEPT_DAYS * 86_400_000}
    ) as is_new
  ), changed as (
    insert into sessions (token_hash, member_id, proof, created_at_ms, seen_at_ms, expires_at_ms)
    select $1::text, id, $8::text, now_ms, now_ms,
      now_ms + least($3::bigint, (select (limits->>'session_minutes')::bigint * 60000 from protections where id = $2))
    from holder returning token_hash, member_id
  ), recorded as (
    insert into logins (id, member_id, token_hash, device, network, attempts, at_ms)
    select ${sessionIdSql("c.token_hash")}, c.member_id, c.token_hash, $5, $6, 1, clock.now_ms from changed c cross join clock
  ), ${sessionEventsSql(STARTED)}
  select token_hash from changed`

const unknownOrigin: LoginOrigin = { device: "other other", network: "" }

const endSql = (now: string, condition: string) => `
  with clock as materialized (
    select ${now} as now_ms
  ), changed as (
    update sessions set revoked_at_ms = ${clockSql} where revoked_at_ms is null and ${condition}
    returning token_hash, member_id
  ), silenced as (
    delete from push_subscriptions p using changed c where p.token_hash = c.token_hash
  ), ${sessionEventsSql(ENDED)}
  select token_hash from changed`

/**
 * Deletes at most `$2` sessions whose time has passed, and appends their ends. `$1` is the idle time.
 * Balances are locked first and in the order of members, like everywhere, and a session that another
 * statement holds is left to it, so that nothing waits in a circle. One that was revoked has its event.
 */
const expireSql = (now: string, condition: string) => {
  const isOver = `${condition} and (expires_at_ms <= ${clockSql} or seen_at_ms <= ${clockSql} - $1::bigint)`
  return `
  with clock as materialized (
    select ${now} as now_ms
  ), due as materialized (
    select token_hash, member_id from sessions where ${isOver} limit $2
  ), locked as materialized (
    select member_id from balances where asset = '${CURRENCY}' and member_id in (select member_id from due)
    order by member_id for update
  ), free as materialized (
    select token_hash from sessions where token_hash in (select token_hash from due) and ${isOver}
      and (select count(*) from locked) >= 0 for update skip locked
  ), removed as (
    delete from sessions where token_hash in (select token_hash from free)
    returning token_hash, member_id, revoked_at_ms
  ), changed as (
    select token_hash, member_id from removed where revoked_at_ms is null
  ), ${sessionEventsSql(EXPIRED)}
  select count(*) as removed from removed`
}

const othersOf = "member_id = $1 and token_hash <> $2"

/**
 * The public id of a session, which its log-in has too: it names the session and opens nothing. Of the
 * token's hash, not of the token.
 */
export const sessionIdSql = (tokenHash: string): string => `left(${tokenHash}, ${SESSION_ID_LENGTH})`
export const sessionIdOf = (tokenHash: string): string => tokenHash.slice(0, SESSION_ID_LENGTH)

const makeSessions = (db: Db["Service"], idleMs: number, absoluteMs: number): Sessions["Service"] => {
  const known = new Map<string, Known>()
  const listeners = createListeners<Parameters<SessionEnded>>()
  const forget = (tokenHash: string) => {
    known.delete(tokenHash)
    listeners.notify(tokenHash)
  }
  const remember = (entry: Known) => {
    if (known.size >= SESSIONS_KNOWN_MAX) known.clear()
    known.set(entry.session.tokenHash, entry)
  }
  const expireNow = expireIn(db, idleMs)
  const readSession = Effect.fnUntraced(function* (tokenHash: string, checkedAtMs: number) {
    const now = yield* databaseNowSql
    const rows = yield* db.sql<Row>(findSql(now), [tokenHash])
    const row = rows[0]
    if (row === undefined || row.life_ms <= 0n || row.unseen_ms >= BigInt(idleMs)) {
      if (row !== undefined) yield* expireNow([tokenHash])
      forget(tokenHash)
      return null
    }
    const session = { memberId: row.member_id, tokenHash, lifeMs: Number(row.life_ms) }
    if (Number(row.unseen_ms) >= Math.min(seenEveryMs, idleMs / 2))
      yield* db.execute(`update sessions set seen_at_ms = ${now} where token_hash = $1`, [tokenHash])
    remember({ session, checkedAtMs })
    return session
  })
  const findHash = Effect.fnUntraced(function* (tokenHash: string) {
    const nowMs = yield* steadyMs
    const entry = known.get(tokenHash)
    const isFresh = entry !== undefined && nowMs - entry.checkedAtMs < Math.min(trustMs, entry.session.lifeMs)
    return isFresh ? entry.session : yield* readSession(tokenHash, nowMs)
  })
  const end = Effect.fnUntraced(function* (condition: string, params: ReadonlyArray<string>) {
    return yield* db.sql<{ token_hash: string }>(endSql(yield* databaseNowSql, condition), params)
  })
  return Sessions.of({
    open: Effect.fnUntraced(function* (
      memberId: string,
      credentialVersion: bigint,
      { device, network, isNoticed = false, proof }: LoginOrigin = unknownOrigin,
    ) {
      const token = newToken()
      const session = { memberId, tokenHash: hashOfToken(token), lifeMs: absoluteMs }
      const opened = yield* db.sql(openSql(yield* databaseNowSql), [
        ...[session.tokenHash, memberId, absoluteMs, credentialVersion, device, network, isNoticed],
        proof ?? null,
      ])
      return opened.length === 0 ? null : { token, session }
    }),
    find: (token) => findHash(hashOfToken(token)),
    end: Effect.fnUntraced(function* (tokenHash: string) {
      for (const row of yield* end("token_hash = $1", [tokenHash])) forget(row.token_hash)
    }),
    endOne: Effect.fnUntraced(function* (memberId: string, id: string) {
      const now = yield* databaseNowSql
      const open = `member_id = $1 and ${sessionIdSql("token_hash")} = $2 and expires_at_ms > ${now}`
      const ended = yield* end(open, [memberId, id])
      for (const row of ended) forget(row.token_hash)
      return ended.length > 0
    }),
    endOthers: Effect.fnUntraced(function* (memberId: string, tokenHash: string) {
      for (const row of yield* end(othersOf, [memberId, tokenHash])) forget(row.token_hash)
    }),
    changeCredentials: Effect.fnUntraced(function* (memberId, change) {
      const { kept, ended } = yield* Effect.gen(function* () {
        const kept = yield* change
        const others = [memberId, kept?.session.tokenHash ?? ""]
        return { kept, ended: yield* end(othersOf, others) }
      }).pipe(db.transaction)
      // Only after the commit, so that no reader caches a session again that is about to end.
      for (const row of ended) forget(row.token_hash)
      return kept
    }),
    ...passesOf(db, findHash),
    onEnd: listeners.subscribe,
    recheck: Effect.fnUntraced(function* (tokenHashes: ReadonlyArray<string>) {
      const now = yield* databaseNowSql
      const rows = yield* db.sql<{ token_hash: string }>(goodSql(now), [tokenHashes, idleMs])
      const good = new Set(rows.map((row) => row.token_hash))
      const over = tokenHashes.filter((tokenHash) => !good.has(tokenHash))
      if (over.length > 0) yield* expireNow(over)
      for (const tokenHash of over) forget(tokenHash)
    }),
    sweep: sweepOf(db, idleMs),
  })
}

/** Ends these sessions if their time has passed. The sweep repeats a write that fails. */
const expireIn = (db: Db["Service"], idleMs: number) => (tokenHashes: ReadonlyArray<string>) =>
  Effect.ignore(
    Effect.flatMap(databaseNowSql, (now) =>
      db.sql(expireSql(now, "token_hash = any($3::text[])"), [idleMs, tokenHashes.length, tokenHashes]),
    ),
  )

const sweepOf = (db: Db["Service"], idleMs: number): Sessions["Service"]["sweep"] =>
  Effect.gen(function* () {
    const now = yield* databaseNowSql
    yield* db.execute(`delete from tickets where expires_at_ms <= ${now}`)
    yield* db.execute(`delete from confirmations where expires_at_ms <= ${now}`)
    yield* db.execute(`delete from push_subscriptions where expires_at_ms <= ${now}`)
    for (let removed = EXPIRED_AT_ONCE; removed >= EXPIRED_AT_ONCE; ) {
      const rows = yield* db.sql<{ removed: bigint }>(expireSql(now, "true"), [idleMs, EXPIRED_AT_ONCE])
      removed = Number(rows[0]?.removed ?? 0n)
    }
  })

/** Stream passes. Redeeming deletes the row, so that one of two concurrent attempts succeeds. */
const passesOf = (
  db: Db["Service"],
  findHash: (tokenHash: string) => Effect.Effect<Session | null, DbError>,
): Pick<Sessions["Service"], "issuePass" | "redeemPass"> => ({
  issuePass: Effect.fnUntraced(function* (session) {
    const pass = newToken()
    const rows = yield* db.sql<{ expires_at_ms: bigint }>(
      `insert into tickets (ticket_hash, member_id, token_hash, expires_at_ms)
       values ($1, $2, $3, ${yield* databaseNowSql} + ${passLifeMs}) returning expires_at_ms`,
      [hashOfToken(pass), session.memberId, session.tokenHash],
    )
    return { pass, expiresAtMs: Number(rows[0]?.expires_at_ms ?? 0n) }
  }),
  redeemPass: Effect.fnUntraced(function* (pass: string) {
    const rows = yield* db.sql<{ token_hash: string }>(
      `delete from tickets where ticket_hash = $1 and expires_at_ms > ${yield* databaseNowSql} returning token_hash`,
      [hashOfToken(pass)],
    )
    const tokenHash = rows[0]?.token_hash
    return tokenHash === undefined ? null : yield* findHash(tokenHash)
  }),
})
