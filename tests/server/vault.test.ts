import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { Config } from "../../server/config.ts"
import { makeVault, Vault, vaultLayer } from "../../server/core/vault.ts"
import { Db } from "../../server/db/db.ts"
import { openWorld, reasonOf } from "../support/cash.ts"
import { embedded } from "../support/engines.ts"

it("creates its secret once, readable by this user only, and refuses a database sealed with another", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "links-vault-"))
  const world = await openWorld(embedded, { dataDir })
  const sealWith = (secret: Uint8Array | null) =>
    Effect.gen(function* () {
      const config = yield* Config
      const open = Effect.provideService(Config, Config.of({ ...config, secret }))
      return yield* Vault.use((vault) => Effect.succeed(vault.fingerprint("a", "b"))).pipe(
        Effect.provide(vaultLayer),
        open,
      )
    })
  const first = await world.run(sealWith(null))
  expect(await world.run(sealWith(null))).toBe(first)
  const file = join(dataDir, "secret.key")
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const same = new Uint8Array(Buffer.from(readFileSync(file, "utf8").trim(), "hex"))
  expect(await world.run(sealWith(same))).toBe(first)
  // another mark would refuse every database that exists
  const marks = Effect.flatMap(Db, (db) => db.sql("select value from settings where name = 'vault mark'"))
  const mark = makeVault(same).fingerprint("mark", "vault")
  expect(await world.run(marks)).toEqual([{ value: mark }])
  expect(await world.run(reasonOf(sealWith(new Uint8Array(32).fill(3))))).toBe("VaultRefused")
  await world.stop()
  rmSync(dataDir, { recursive: true })
})
