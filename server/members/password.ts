import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer, Semaphore } from "effect"
import { type Refusal, refusal } from "../core/refusal.ts"

/** OWASP's first recommendation for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const saltBytes = 16
/** Concurrent hashes. Each takes 19 MiB and about 40 ms of a core. */
const atOnce = 2
const waitingMax = 200

/** What derives a key: Node's argon2, or in a test one that counts. */
type KeyDerivation = typeof argon2

const deriveWith =
  (keyDerivation: KeyDerivation) =>
  (password: string, nonce: Uint8Array): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const message = password.normalize("NFKC")
      keyDerivation("argon2id", { message, nonce, ...cost }, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })

const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

const print = (salt: Uint8Array, key: Uint8Array): string =>
  `${prefix}${Buffer.from(salt).toString("base64url")}$${Buffer.from(key).toString("base64url")}`

/**
 * Hashes and verifies passwords, a few at a time. Refuses further calls when too many wait
 * (`request.too-many`).
 */
export class Passwords extends Context.Service<
  Passwords,
  {
    readonly hash: (password: string) => Effect.Effect<string, Refusal>
    /**
     * Takes as long for `null` (unknown member) as for a wrong password, so that timing reveals
     * nothing.
     */
    readonly matches: (password: string, hash: string | null) => Effect.Effect<boolean, Refusal>
  }
>()("financial-links/server/auth/Passwords") {
  static readonly layerWith = (keyDerivation: KeyDerivation): Layer.Layer<Passwords> =>
    Layer.effect(
      Passwords,
      Effect.gen(function* () {
        const derive = deriveWith(keyDerivation)
        const permits = yield* Semaphore.make(atOnce)
        let waiting = 0
        const limited = <A>(work: () => Promise<A>): Effect.Effect<A, Refusal> =>
          Effect.suspend(() => {
            if (waiting >= waitingMax) return Effect.fail(refusal("request.too-many"))
            waiting += 1
            return permits
              .withPermit(Effect.promise(work))
              .pipe(Effect.ensuring(Effect.sync(() => (waiting -= 1))))
          })
        const decoySalt = randomBytes(saltBytes)
        return Passwords.of({
          hash: (password) =>
            limited(async () => {
              const salt = randomBytes(saltBytes)
              return print(salt, await derive(password, salt))
            }),
          matches: (password, hash) =>
            limited(async () => {
              const [salt = "", key = ""] = hash?.startsWith(prefix)
                ? hash.slice(prefix.length).split("$")
                : []
              const derived = await derive(password, salt === "" ? decoySalt : Buffer.from(salt, "base64url"))
              const expected = Buffer.from(key, "base64url")
              return expected.length === derived.length && timingSafeEqual(expected, derived)
            }),
        })
      }),
    )

  static readonly layer = Passwords.layerWith(argon2)
}
