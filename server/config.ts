import { createECDH } from "node:crypto"
import { resolve } from "node:path"
import { Context, Schema } from "effect"
import { PAYMENT_WAYS } from "../src/domain/limits.ts"
import { isLoopbackUrl } from "../src/domain/links.ts"
import type { Kobo } from "../src/domain/money.ts"
import { PROVIDED_WAYS, PROVIDERS, type ProvidedWay } from "../src/domain/payment.ts"
import { isHttpsUrl } from "../src/domain/validate.ts"
import { LOOPBACK } from "./config/address.ts"
import { type BucketSettings, readBucket } from "./config/bucket.ts"
import { type OpeningMoney, readAmount, readOpeningMoney, readSetAmount } from "./config/opening-money.ts"
import { ConfigRefused, type Environment, listOf, read, textThat, whole } from "./config/variable.ts"

const dayMs = 86_400_000
const hourMs = 3_600_000

export type Profile = "demo" | "production"

/** A payment provider: the page that its links lead to, and the secret that both sides sign with. */
export interface PaymentProvider {
  readonly page: string
  readonly secret: string
}

export interface PaymentSettings {
  /** The ways that the pay page offers. */
  readonly ways: ReadonlyArray<(typeof PAYMENT_WAYS)[number]>
  /** By way. A provider that is not offered any more may still report on earlier payments. */
  readonly providers: ReadonlyMap<ProvidedWay, PaymentProvider>
  /** Bounds of one payment, in kobo. */
  readonly minimum: Kobo
  readonly maximum: Kobo
  /** A link to a provider's page expires after this time. */
  readonly linkMs: number
}

/** WeChat's official account: credentials, and the addresses of its API and log-in page. */
export interface WeChatSettings {
  readonly appId: string
  readonly secret: string
  readonly api: string
  readonly open: string
}

/** How notices are pushed to members' devices. */
export interface PushSettings {
  /**
   * Private part of the key by which push services recognise this site, in base64url. Null: made
   * once and stored sealed in the database.
   */
  readonly key: string | null
  /** Address at which push services may reach the operator, `mailto:` or `https:`. */
  readonly contact: string | null
  /** Origins of push services that are addressed as they are, private ones included. */
  readonly origins: ReadonlyArray<string>
}

/** The server's settings, read once at the start. Durations are in milliseconds. */
export interface Settings extends OpeningMoney {
  readonly profile: Profile
  readonly port: number
  readonly host: string
  /** Absolute folder of the embedded database, the demo login and the secret file. */
  readonly dataDir: string
  /** PostgreSQL URL. Null selects the embedded engine, in the demo profile only. */
  readonly databaseUrl: string | null
  /** Public address of the server, without a trailing slash. Null: the address it listens on. */
  readonly publicUrl: string | null
  /** Additional origins that may open the quote stream. */
  readonly origins: ReadonlyArray<string>
  /** True behind a trusted proxy: the client address is the last entry of X-Forwarded-For. */
  readonly trustProxy: boolean
  /**
   * 32 bytes that encrypt sealed columns. Null: generated at the first start and stored in the data
   * folder.
   */
  readonly secret: Uint8Array | null
  /** Length of one contract day. */
  readonly dayMs: number
  /** Delay of the automatic reviewer in the demo profile. Production has no automatic reviewer. */
  readonly reviewDelayMs: number
  /** Cooling-off time of a new withdrawal destination. */
  readonly coolingOffMs: number
  /** Within how long a withdrawal is decided, as members read it. */
  readonly withdrawalPromiseMs: number
  /** How long an offered rate is held, at least. */
  readonly rateHoldMs: number
  /** The address of the source of rates. Null: operators set them. */
  readonly rateFeed: string | null
  readonly payment: PaymentSettings
  /** WeChat's official account. Null: none, and its endpoints refuse. */
  readonly weChat: WeChatSettings | null
  readonly push: PushSettings
  /** Where images are stored. Null: in the database. */
  readonly imageBucket: BucketSettings | null
  /** An operator's command that moves more needs a second person. Null: none does. */
  readonly fourEyesAbove: Kobo | null
  /** A session ends after this time without use. */
  readonly sessionIdleMs: number
  /** A session ends after this time even when it is used. */
  readonly sessionAbsoluteMs: number
  /** Registrations per hour from one network address. 0: unlimited. */
  readonly registrationsPerHour: number
  /** Log-ins per minute from one network address. 0: unlimited. */
  readonly loginsPerMinute: number
  /** Writing calls per minute of one member; a password change counts as ten. 0: unlimited. */
  readonly writesPerMinute: number
  /** Hosts that member-visible links may point to. */
  readonly linkHosts: ReadonlyArray<string>
  /** Absolute folder of the pages to serve. Null: the built pages. */
  readonly pagesDir: string | null
  /** True enables fault injection, for tests. Refused in the production profile. */
  readonly faultInjection: boolean
  /** Private address of metrics and probes. Null: none. */
  readonly metrics: PrivateAddress | null
  readonly logFormat: LogFormat
  /** How often a slice of the books is checked. 0: never. */
  readonly checkEveryMs: number
  /** Where traces, metrics and the log are sent by OTLP. Null: nowhere. */
  readonly otlpUrl: string | null
  /** File descriptor that receives one JSON line when the server is ready. Null: none. */
  readonly readyFd: number | null
}

/** An address that only the operator's network reaches. */
export interface PrivateAddress {
  readonly host: string
  readonly port: number
}

export type LogFormat = "json" | "text"

export class Config extends Context.Service<Config, Settings>()("financial-links/server/Config") {}

/** Several hosts, with commas between, are no address to URL. */
const isDatabaseUrl = (text: string): boolean => {
  const address = text.replace(
    /(:\/\/(?:[^@/]*@)?)([^/?]*)/,
    (_, start, hosts: string) => `${start}${hosts.split(",")[0]}`,
  )
  return ["postgres:", "postgresql:"].includes(URL.parse(address)?.protocol ?? "")
}
const isWebAddress = (text: string): boolean => ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "")
const isHost = (text: string): boolean => /^[a-z0-9.:-]+$/i.test(text)

const secretOf = (text: string | null, profile: Profile): Uint8Array | null => {
  if (text !== null) return new Uint8Array(Buffer.from(text, "hex"))
  if (profile === "demo") return null
  throw new ConfigRefused({
    message: "SECRET is required in the production profile: 64 hexadecimal digits kept secret.",
  })
}

const databaseUrlOf = (url: string | null, profile: Profile): string | null => {
  if (url !== null || profile === "demo") return url
  throw new ConfigRefused({
    message:
      "DATABASE_URL is required in the production profile: the embedded database may lose the last moments before a power failure.",
  })
}

/** Reads where the log, metrics and traces go. */
const readVisibility = (
  environment: Environment,
  profile: Profile,
): Pick<Settings, "metrics" | "logFormat" | "otlpUrl"> => {
  const port = read(environment, "METRICS_PORT", whole(0, 65_535), null, "a port number from 0 to 65535")
  const host = read(
    environment,
    "METRICS_HOST",
    textThat(isHost),
    "127.0.0.1",
    "the name or number of a network address",
  )
  const format = Schema.Literals(["json", "text"])
  const web = "an address that begins with https:// or http://"
  return {
    metrics: port === null ? null : { host, port },
    logFormat: read(
      environment,
      "LOG_FORMAT",
      format,
      profile === "demo" ? "text" : "json",
      '"json" or "text"',
    ),
    otlpUrl: read(environment, "OTLP_URL", textThat(isWebAddress), null, web),
  }
}

const pagesOf = (folder: string | null): string | null => (folder === null ? null : resolve(folder))

const labOf = (isAsked: boolean, profile: Profile): boolean => {
  if (!isAsked || profile === "demo") return isAsked
  throw new ConfigRefused({ message: "FAULT_LAB must be 0 in the production profile." })
}

/** https, or a stand-in on this machine. */
const isSafeAddress = (text: string): boolean => isHttpsUrl(text) || isLoopbackUrl(text)
const isLongSecret = (text: string): boolean => /^[\x21-\x7e]{32,256}$/.test(text)
const areWays = (text: string): boolean =>
  listOf(text).every((each) => PAYMENT_WAYS.some((way) => String(way) === each))

/** Reads the pay variables. Throws `ConfigRefused` for a way whose provider is incomplete. */
const readPayment = (environment: Environment, linkMs: number): PaymentSettings => {
  const listed = listOf(
    read(
      environment,
      "PAY_WAYS",
      textThat(areWays),
      null,
      "1 (balance), 2 (wechat) or 3 (alipay) with commas",
    ),
  )
  const ways = PAYMENT_WAYS.filter((way) => listed.includes(String(way)))
  const providers = new Map<ProvidedWay, PaymentProvider>()
  for (const way of PROVIDED_WAYS) {
    const name = `PAY_${PROVIDERS[way].toUpperCase()}`
    const address = "an address that begins with https://, or with http:// on this machine"
    const page = read(environment, `${name}_PAGE`, textThat(isSafeAddress), null, address)
    const characters = "32 to 256 characters without spaces"
    const secret = read(environment, `${name}_SECRET`, textThat(isLongSecret), null, characters)
    if (page !== null && secret !== null) providers.set(way, { page, secret })
    else if (page !== null || secret !== null || ways.includes(way))
      throw new ConfigRefused({ message: `${name}_PAGE and ${name}_SECRET belong together.` })
  }
  const bound = (name: string, fallback: string): Kobo => readAmount(environment, name, fallback)
  const [minimum, maximum] = [bound("PAY_MINIMUM", "1000"), bound("PAY_MAXIMUM", "500000")]
  if (minimum < 1n || maximum < minimum)
    throw new ConfigRefused({ message: "PAY_MINIMUM must be more than nothing and at most PAY_MAXIMUM." })
  return { ways, providers, minimum, maximum, linkMs }
}

/** Reads the variables of Web Push. */
const readPush = (environment: Environment): PushSettings => {
  const get = (name: string, holds: (text: string) => boolean, expected: string) =>
    read(environment, name, textThat(holds), null, expected)
  const areOrigins = (text: string) => listOf(text).every((each) => URL.parse(each)?.origin === each)
  return {
    key: get("PUSH_KEY", isPushKey, "a private key of 43 base64url characters"),
    contact: get("PUSH_CONTACT", isContact, "an address that begins with mailto: or https://"),
    origins: listOf(
      get("PUSH_ORIGINS", areOrigins, "origins such as https://push.example.com, with commas between"),
    ),
  }
}

const defaults = {
  demo: { coolingOffMs: 0, dayMs: 60_000, writesPerMinute: 600 },
  production: { coolingOffMs: dayMs, dayMs, writesPerMinute: 120 },
} as const

const duration = "a whole number of milliseconds"

const readDatabaseUrl = (environment: Environment): string | null =>
  databaseUrlOf(
    read(
      environment,
      "DATABASE_URL",
      textThat(isDatabaseUrl),
      null,
      "an address that begins with postgresql://",
    ),
    readProfile(environment),
  )

const readProfile = (environment: Environment): Profile =>
  read(environment, "PROFILE", Schema.Literals(["demo", "production"]), "demo", '"demo" or "production"')

/** Reads where the data is only, for commands that work without a server. */
export const readDatabase = (environment: Environment): Pick<Settings, "dataDir" | "databaseUrl"> => ({
  dataDir: readDataDir(environment),
  databaseUrl: readDatabaseUrl(environment),
})

/** Reads the secret only; null if it is not set. */
export const readSecret = (environment: Environment): Uint8Array | null =>
  secretOf(read(environment, "SECRET", textThat(isSecret), null, "64 hexadecimal digits"), "demo")

/** Reads the data folder only, as an absolute path, for commands that look for a running server. */
export const readDataDir = (environment: Environment): string =>
  resolve(read(environment, "DATA_DIR", Schema.String, ".data", "a folder"))

/** Reads the settings from the environment. Throws `ConfigRefused` for the first invalid value. */
export const readSettings = (environment: Environment): Settings => {
  const get = <A, const Default>(
    name: string,
    schema: Schema.Codec<A, string>,
    fallback: Default,
    expected: string,
  ) => read(environment, name, schema, fallback, expected)
  const time = (name: string, fallback: number, least = 1) =>
    get(name, whole(least, 400 * dayMs), fallback, duration)
  const count = (name: string, fallback: number) =>
    get(name, whole(0, 1_000_000), fallback, "a whole number from 0 (any number) to 1000000")
  const profile = readProfile(environment)
  const addresses = textThat((text) => listOf(text).every(isWebAddress))
  const isDemo = profile === "demo"
  const payment = readPayment(environment, time("PAY_LINK_MS", 15 * 60_000, 1_000))
  const listedHosts = listOf(get("LINK_HOSTS", textThat(areHosts), null, "host names with commas between"))
  return {
    profile,
    port: get("PORT", whole(0, 65_535), 3000, "a port number from 0 to 65535"),
    host: get("HOST", textThat(isHost), LOOPBACK, "the name or number of a network address"),
    ...readDatabase(environment),
    publicUrl:
      get(
        "PUBLIC_URL",
        textThat(isWebAddress),
        null,
        "an address that begins with https:// or http://",
      )?.replace(/\/+$/, "") ?? null,
    origins: listOf(
      get("ORIGINS", addresses, null, "addresses such as https://example.com, with commas between"),
    ),
    trustProxy: get("TRUST_PROXY", Schema.Literals(["0", "1"]), "0", "0 or 1") === "1",
    secret: secretOf(get("SECRET", textThat(isSecret), null, "64 hexadecimal digits"), profile),
    dayMs: time("DAY_MS", defaults[profile].dayMs, 1_000),
    reviewDelayMs: time("REVIEW_DELAY_MS", 8_000, 0),
    coolingOffMs: time("COOLING_OFF_MS", defaults[profile].coolingOffMs, 0),
    withdrawalPromiseMs: time("WITHDRAWAL_PROMISE", dayMs, 1_000),
    rateHoldMs: time("RATE_HOLD_MS", 15 * 60_000, 1_000),
    rateFeed: get(
      "RATE_FEED",
      textThat(isWebAddress),
      null,
      "an address that begins with https:// or http://",
    ),
    payment,
    weChat: weChatOf({
      appId: get("WECHAT_APP_ID", textThat(isWeChatId), null, "an app id of letters and digits"),
      secret: get(
        "WECHAT_APP_SECRET",
        textThat(isWeChatSecret),
        null,
        "the app's secret of 16 to 64 letters and digits",
      ),
      api: get("WECHAT_API", textThat(isSafeAddress), "https://api.weixin.qq.com", safeAddress),
      open: get("WECHAT_OPEN", textThat(isSafeAddress), "https://open.weixin.qq.com", safeAddress),
    }),
    push: readPush(environment),
    imageBucket: readBucket(environment),
    fourEyesAbove: readSetAmount(environment, "FOUR_EYES_ABOVE"),
    ...readOpeningMoney(environment, isDemo),
    sessionIdleMs: time("SESSION_IDLE_MS", 24 * hourMs, 1_000),
    sessionAbsoluteMs: time("SESSION_ABSOLUTE_MS", 14 * dayMs, 1_000),
    registrationsPerHour: count("REGISTRATIONS_PER_HOUR", 60),
    loginsPerMinute: count("LOGINS_PER_MINUTE", 60),
    writesPerMinute: count("WRITES_PER_MINUTE", defaults[profile].writesPerMinute),
    linkHosts: [...new Set([...listedHosts, ...hostsOf(payment)])],
    pagesDir: pagesOf(get("PAGES_DIR", Schema.String, null, "a folder")),
    faultInjection: labOf(get("FAULT_LAB", Schema.Literals(["0", "1"]), "0", "0 or 1") === "1", profile),
    ...readVisibility(environment, profile),
    checkEveryMs: time("CHECK_EVERY_MS", 60_000, 0),
    readyFd: get("READY_FD", whole(3, 255), null, "the number of an open file, from 3 to 255"),
  }
}

/** Members are sent to the pages of the configured providers. */
const hostsOf = ({ providers }: PaymentSettings): ReadonlyArray<string> =>
  [...providers.values()].map(({ page }) => new URL(page).hostname.toLowerCase())
const isWeChatId = (text: string): boolean => /^[A-Za-z0-9]{4,64}$/.test(text)
const isWeChatSecret = (text: string): boolean => /^[A-Za-z0-9]{16,64}$/.test(text)

/** Whether it is a number of the curve P-256; others of this length are none. */
const isPushKey = (text: string): boolean => {
  try {
    createECDH("prime256v1").setPrivateKey(text, "base64url")
    return /^[\w-]{43}$/.test(text)
  } catch {
    return false
  }
}
const isContact = (text: string): boolean => isHttpsUrl(text) || /^mailto:[^\s@]+@[^\s@]+$/.test(text)

const safeAddress = "an https address, or an http address of this machine"

interface AskedWeChat extends Pick<WeChatSettings, "api" | "open"> {
  readonly appId: string | null
  readonly secret: string | null
}

const weChatOf = ({ appId, secret, api, open }: AskedWeChat): WeChatSettings | null => {
  if (appId !== null && secret !== null) return { appId, secret, api, open }
  if (appId === null && secret === null) return null
  throw new ConfigRefused({ message: "WECHAT_APP_ID and WECHAT_APP_SECRET are required together." })
}

const isSecret = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text)
const areHosts = (text: string): boolean => listOf(text).every(isHost)
