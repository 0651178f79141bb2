import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import mostCommon from "fxa-common-password-list"
import { normalPassword } from "../../src/domain/validate.ts"
import { type Refusal, refusal } from "../core/refusal.ts"
import { makeCounts, makeFairPool } from "../fair-pool.ts"
import { nameKey } from "./names.ts"

/** OWASP's first recommendation for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const saltBytes = 16
/** Concurrent hashes. Each takes 19 MiB and about 40 ms of a core. */
export const HASHING_LIMITS = {
  ...{ atOnce: 2, atOnceOfOne: 2, waitingMax: 2_000, waitingMaxOfOne: 200 },
  /** Comparisons with the password of one account that run, that wait or run. */
  ...{ atOnceOfAccount: 1, ofAccountMax: 100 },
} as const
const refuse = () => refusal("request.too-many", { params: { seconds: 1 } })
/** The party of calls that come from no network: the operator's and the start's. */
const local = "this server"

/** What derives a key: Node's argon2, or in a test one that counts. */
type KeyDerivation = typeof argon2

const deriveWith =
  (keyDerivation: KeyDerivation) =>
  (password: string, nonce: Uint8Array): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const message = normalPassword(password)
      keyDerivation("argon2id", { message, nonce, ...cost }, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })

const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

const print = (salt: Uint8Array, key: Uint8Array): string =>
  `${prefix}${Buffer.from(salt).toString("base64url")}$${Buffer.from(key).toString("base64url")}`

/**
 * Hashes and verifies passwords, a few at a time, outside the main thread. The networks that call
 * take turns; calls beyond the share of a network or account are refused (`request.too-many`).
 */
export class Passwords extends Context.Service<
  Passwords,
  {
    readonly hash: (password: string, network?: string) => Effect.Effect<string, Refusal>
    /**
     * Takes as long for `null` (unknown member) as for a wrong password, so that timing reveals
     * nothing.
     */
    readonly matches: (
      password: string,
      hash: string | null,
      network?: string,
      account?: string,
    ) => Effect.Effect<boolean, Refusal>
  }
>()("financial-links/server/members/Passwords") {
  static readonly layerWith = (keyDerivation: KeyDerivation): Layer.Layer<Passwords> =>
    Layer.effect(
      Passwords,
      Effect.sync(() => {
        const derive = deriveWith(keyDerivation)
        const { atOnceOfAccount, ofAccountMax } = HASHING_LIMITS
        const pool = makeFairPool({ ...HASHING_LIMITS, atOnceOfHost: atOnceOfAccount, refuse })
        const accounts = makeCounts()
        const inTurn = <A>(network: string, work: () => Promise<A>, account = "") =>
          Effect.suspend(() => {
            if (account !== "" && accounts.of(account) >= ofAccountMax) return Effect.fail(refuse())
            accounts.change(account, 1)
            const counted = Effect.sync(() => accounts.change(account, -1))
            return Effect.ensuring(pool.run(network, Effect.promise(work), account), counted)
          })
        const decoySalt = randomBytes(saltBytes)
        return Passwords.of({
          hash: (password, network = local) =>
            inTurn(network, async () => {
              const salt = randomBytes(saltBytes)
              return print(salt, await derive(password, salt))
            }),
          matches: (password, hash, network = local, account = "") => {
            const compare = async () => {
              const [salt = "", key = ""] = hash?.startsWith(prefix)
                ? hash.slice(prefix.length).split("$")
                : []
              const derived = await derive(password, salt === "" ? decoySalt : Buffer.from(salt, "base64url"))
              const expected = Buffer.from(key, "base64url")
              return expected.length === derived.length && timingSafeEqual(expected, derived)
            }
            return inTurn(network, compare, account)
          },
        })
      }),
    )

  static readonly layer = Passwords.layerWith(argon2)
}

/**
 * Words that most guessed passwords consist of, in lower case and without added digits and signs.
 */
const words = new Set(
  `password passwort passwords passcode passw pass secret letmein welcome access login logon admin administrator root
  master user guest default change changeme test testing tester demo qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcvbn
  zxcvbnm iloveyou loveyou lovely love princess sunshine superman batman spiderman dragon monkey shadow football soccer baseball
  basketball hockey michael jessica jennifer daniel charlie andrew thomas robert jordan hunter ranger buster tigger killer
  pepper ginger summer winter spring autumn flower cheese coffee computer internet google facebook samsung apple iphone android
  microsoft windows money cash dollar naira nigeria lagos abuja bitcoin crypto trading trader invest investor finance financial
  financiallinks links bank banking account wallet whatever trustno starwars pokemon freedom matrix mustang ferrari mercedes
  liverpool arsenal chelsea barcelona realmadrid manchester jesus jesuschrist christ blessed blessing hallelujah family
  mother father sister brother babygirl angel baby hello helloworld goodbye nothing something letmepass opensesame abcdef abcdefg abcdefgh
  ninja hottie hannah ashley nicole amanda matthew joshua maggie cookie orange purple banana chocolate diamond silver golden`.split(
    /\s+/,
  ),
)

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qazwsxedcrfvtgb",
]
const lookalikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
}

const isRun = (text: string): boolean =>
  rows.some((row) => [row, [...row].reverse().join("")].some((order) => order.includes(text)))

/** True when the text repeats one short piece ("aaaaaaaa", "abcabcabc"). */
const isRepetition = (text: string): boolean => /^(.{1,4})\1+$/u.test(text)

const letterReadings = (text: string): ReadonlyArray<string> => {
  const core = text.replace(/^[^a-z@$]+|[^a-z@$]+$/g, "")
  const read = (source: string) => [...source].map((sign) => lookalikes[sign] ?? sign).join("")
  return [core, read(core), read(text), text.replace(/[^a-z]/g, "")]
}

/**
 * True for passwords that guessing programs try first: those of the list of the most common ones,
 * decorated common words, keyboard runs, repetitions, and the username.
 */
export const isCommonPassword = (password: string, username: string): boolean => {
  const text = normalPassword(password).toLowerCase()
  const name = nameKey(username)
  const halves = [text.slice(0, Math.ceil(text.length / 2)), text.slice(Math.ceil(text.length / 2))]
  return (
    mostCommon.test(text) ||
    mostCommon.test(password) ||
    isRepetition(text) ||
    isRun(text) ||
    halves.every((half) => isRun(half) || isRepetition(half)) ||
    (name.length >= 3 && text.replaceAll(name, "").length < 4 && text.includes(name)) ||
    letterReadings(text).some((reading) => words.has(reading))
  )
}
