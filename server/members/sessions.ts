import { createHash, randomBytes } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { Config } from "../config.ts"
import { Db, type DbError } from "../db/db.ts"

/** A session as the edge knows it. */
export interface Session {
  readonly memberId: string
  readonly tokenHash: string
  /** When it ends however much it is used. */
  readonly expiresAtMs: number
}

export interface Ticket {
  readonly ticket: string
  readonly expiresAtMs: number
}

type SessionEnded = (tokenHash: string) => void

/** How long a one-use ticket may be used. */
const ticketLifeMs = 60_000
/** For so long this process trusts what it read: within it, a session ended by another process ends here too. */
const trustMs = 2_000
/** How often the use of a session is written down. */
const seenEveryMs = 60_000
const cacheMax = 50_000

/** A token nobody can guess: 256 random bits. */
const newToken = (): string => randomBytes(32).toString("base64url")

/** What is kept of a token: enough to recognise it, useless to whoever reads the database. */
const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url")

/** Tokens and one-use tickets. Neither is kept as such, only its hash. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** Opens a session and answers its token. */
    readonly open: (
      memberId: string,
    ) => Effect.Effect<{ readonly token: string; readonly session: Session }, DbError>
    /** The session of a token that is good now, or null. */
    readonly find: (token: string) => Effect.Effect<Session | null, DbError>
    readonly end: (tokenHash: string) => Effect.Effect<void, DbError>
    /** Ends every session of the member but the one named (none for ""). */
    readonly endOthers: (memberId: string, keptTokenHash: string) => Effect.Effect<void, DbError>
    /** A ticket that stands for the session once, within a minute: for the quote stream, whose address must carry no token. */
    readonly issueTicket: (session: Pick<Session, "memberId" | "tokenHash">) => Effect.Effect<Ticket, DbError>
    /** The session that a ticket stands for; null for a ticket that is unknown, used or late. */
    readonly redeemTicket: (ticket: string) => Effect.Effect<Session | null, DbError>
    /** Calls `listener` with the hash of each session that this process ends or finds ended. Answers how to stop listening. */
    readonly onEnd: (listener: SessionEnded) => () => void
    /** Looks whether these sessions are still good; for each that is not, the listeners are told. For what stays open without asking again. */
    readonly recheck: (tokenHashes: ReadonlyArray<string>) => Effect.Effect<void, DbError>
    /** Removes what has expired. */
    readonly sweep: Effect.Effect<void, DbError>
  }
>()("financial-links/server/auth/Sessions") {
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
  readonly seen_at_ms: bigint
  readonly expires_at_ms: bigint
}

interface Known {
  readonly session: Session
  readonly checkedAtMs: number
  readonly seenAtMs: number
}

const findSql = `select member_id, seen_at_ms, expires_at_ms from sessions
  where token_hash = $1 and revoked_at_ms is null and expires_at_ms > $2 and seen_at_ms > $3`

const goodSql = `select token_hash from sessions
  where token_hash = any($1::text[]) and revoked_at_ms is null and expires_at_ms > $2 and seen_at_ms > $3`

const makeSessions = (db: Db["Service"], idleMs: number, absoluteMs: number): Sessions["Service"] => {
  const known = new Map<string, Known>()
  const listeners = new Set<SessionEnded>()
  const forget = (tokenHash: string) => {
    known.delete(tokenHash)
    for (const listener of listeners) listener(tokenHash)
  }
  const remember = (entry: Known) => {
    if (known.size >= cacheMax) known.clear()
    known.set(entry.session.tokenHash, entry)
  }
  const readSession = Effect.fnUntraced(function* (tokenHash: string, nowMs: number) {
    const rows = yield* db.query<Row>(findSql, [tokenHash, nowMs, nowMs - idleMs])
    const row = rows[0]
    if (row === undefined) {
      forget(tokenHash)
      return null
    }
    const session = { memberId: row.member_id, tokenHash, expiresAtMs: Number(row.expires_at_ms) }
    const isDue = nowMs - Number(row.seen_at_ms) >= Math.min(seenEveryMs, idleMs / 2)
    if (isDue)
      yield* db.execute("update sessions set seen_at_ms = $2 where token_hash = $1", [tokenHash, nowMs])
    remember({ session, checkedAtMs: nowMs, seenAtMs: isDue ? nowMs : Number(row.seen_at_ms) })
    return session
  })
  const findHash = Effect.fnUntraced(function* (tokenHash: string) {
    const nowMs = yield* Clock.currentTimeMillis
    const entry = known.get(tokenHash)
    const isFresh =
      entry !== undefined && nowMs - entry.checkedAtMs < trustMs && nowMs < entry.session.expiresAtMs
    return isFresh ? entry.session : yield* readSession(tokenHash, nowMs)
  })
  const end = Effect.fnUntraced(function* (condition: string, params: ReadonlyArray<string>) {
    const nowMs = yield* Clock.currentTimeMillis
    const rows = yield* db.query<{ token_hash: string }>(
      `update sessions set revoked_at_ms = $1 where revoked_at_ms is null and ${condition} returning token_hash`,
      [nowMs, ...params],
    )
    for (const row of rows) forget(row.token_hash)
  })
  return Sessions.of({
    open: Effect.fnUntraced(function* (memberId: string) {
      const nowMs = yield* Clock.currentTimeMillis
      const token = newToken()
      const session = { memberId, tokenHash: hashOfToken(token), expiresAtMs: nowMs + absoluteMs }
      yield* db.execute(
        `insert into sessions (token_hash, member_id, created_at_ms, seen_at_ms, expires_at_ms)
         values ($1, $2, $3, $3, $4)`,
        [session.tokenHash, memberId, nowMs, session.expiresAtMs],
      )
      return { token, session }
    }),
    find: (token) => findHash(hashOfToken(token)),
    end: (tokenHash) => end("token_hash = $2", [tokenHash]),
    endOthers: (memberId, kept) => end("member_id = $2 and token_hash <> $3", [memberId, kept]),
    ...ticketsOf(db, findHash),
    onEnd: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    recheck: Effect.fnUntraced(function* (tokenHashes: ReadonlyArray<string>) {
      const nowMs = yield* Clock.currentTimeMillis
      const rows = yield* db.query<{ token_hash: string }>(goodSql, [tokenHashes, nowMs, nowMs - idleMs])
      const good = new Set(rows.map((row) => row.token_hash))
      for (const tokenHash of tokenHashes) if (!good.has(tokenHash)) forget(tokenHash)
    }),
    sweep: Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      yield* db.execute("delete from tickets where expires_at_ms <= $1", [nowMs])
      yield* db.execute("delete from sessions where expires_at_ms <= $1 or seen_at_ms <= $2", [
        nowMs,
        nowMs - idleMs,
      ])
    }),
  })
}

/** One-use tickets: redeeming deletes the row, so that of two attempts one wins. */
const ticketsOf = (
  db: Db["Service"],
  findHash: (tokenHash: string) => Effect.Effect<Session | null, DbError>,
): Pick<Sessions["Service"], "issueTicket" | "redeemTicket"> => ({
  issueTicket: Effect.fnUntraced(function* (session) {
    const expiresAtMs = (yield* Clock.currentTimeMillis) + ticketLifeMs
    const ticket = newToken()
    yield* db.execute(
      "insert into tickets (ticket_hash, member_id, token_hash, expires_at_ms) values ($1, $2, $3, $4)",
      [hashOfToken(ticket), session.memberId, session.tokenHash, expiresAtMs],
    )
    return { ticket, expiresAtMs }
  }),
  redeemTicket: Effect.fnUntraced(function* (ticket: string) {
    const nowMs = yield* Clock.currentTimeMillis
    const rows = yield* db.query<{ token_hash: string }>(
      "delete from tickets where ticket_hash = $1 and expires_at_ms > $2 returning token_hash",
      [hashOfToken(ticket), nowMs],
    )
    const tokenHash = rows[0]?.token_hash
    return tokenHash === undefined ? null : yield* findHash(tokenHash)
  }),
})
