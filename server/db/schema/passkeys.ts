import type { Migration } from "./foundation.ts"

/**
 * Passkeys hang on the second factor of their member, which is one without an app now too, so that a
 * reset or a removal takes all of it. A challenge is of a session, or of a log-in: an empty hash.
 */
export const passkeyMigrations: ReadonlyArray<Migration> = [
  {
    id: "passkeys-001",
    sql: `
      alter table factors alter column key_sealed drop not null;
      create table if not exists passkeys (
        id text primary key,
        member_id text not null references factors (member_id) on delete cascade,
        public_key text not null,
        counter bigint not null,
        transports text not null,
        backed_up boolean not null,
        device text not null,
        added_at_ms bigint not null,
        used_at_ms bigint
      );
      create index if not exists passkeys_member on passkeys (member_id, added_at_ms);
      create table if not exists passkey_challenges (
        challenge text primary key,
        token_hash text not null,
        expires_at_ms bigint not null
      );
      create index if not exists passkey_challenges_age on passkey_challenges (expires_at_ms);
    `,
  },
]
