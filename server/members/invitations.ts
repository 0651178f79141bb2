import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { InvitedMember } from "../../src/domain/invitation.ts"
import type { Call } from "../core/handler.ts"
import { readInvitationCounts } from "../core/invitation-counts.ts"
import { ASSET } from "../core/ledger.ts"
import { pageFrom, readPaging } from "../core/paging.ts"
import { publicAddress } from "../core/public-address.ts"
import { sql } from "../db/db.ts"
import { requireMember } from "./members.ts"

/**
 * An invitation succeeds with the invited member's first credited deposit or first contract. It
 * pays nothing.
 */
const hasBegun = `exists (
  select 1 from balances b where b.member_id = m.id and b.asset = '${ASSET}' and b.has_begun)`

/** The member's invitation code, its link, and the number of invited members. */
export const readPromote = Effect.fn("readPromote")(function* (_request: object, call: Call) {
  const member = yield* requireMember(call.memberId)
  const { invited, successful } = yield* readInvitationCounts(member.id)
  const origin = yield* publicAddress()
  return {
    invitationCode: member.invitation_code,
    link: `${origin}/pages/login/register?code=${member.invitation_code}`,
    invited,
    successful,
  }
})

/**
 * A username that its owner recognises and a stranger cannot read: "ad•••e". Names under five
 * characters show one letter.
 */
export const maskedAccount = (username: string): string => {
  const letters = [...username]
  if (letters.length < 5) return `${letters[0] ?? ""}•••`
  return `${letters.slice(0, 2).join("")}•••${letters.at(-1) ?? ""}`
}

interface InvitedRow {
  readonly id: string
  readonly username: string
  readonly registered_at_ms: bigint
  readonly success: boolean
}

/** The members invited with this member's code, newest first, with masked names. */
export const listInvited = Effect.fn("listInvited")(function* (
  request: RequestOf<"promoteLists">,
  call: Call,
) {
  const paging = yield* readPaging(request)
  const rows = yield* sql<InvitedRow>(
    `select m.id, m.username, m.registered_at_ms, ${hasBegun} as success
     from members m where m.invited_by = $1 and (m.registered_at_ms, m.id) < ($2::bigint, $3)
     order by m.registered_at_ms desc, m.id desc limit $4`,
    [call.memberId, paging.beforeMs, paging.beforeId, paging.take],
  )
  return pageFrom(
    rows,
    paging,
    (row) => ({ atMs: row.registered_at_ms, id: row.id }),
    (row): InvitedMember => ({
      account: maskedAccount(row.username),
      success: row.success,
      registeredAtMs: Number(row.registered_at_ms),
    }),
  )
})
