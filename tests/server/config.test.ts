import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ConfigRefused } from "../../server/config/variable.ts"
import { readSettings } from "../../server/config.ts"
import { paymentEnvironment } from "../support/payments.ts"

const production = {
  PROFILE: "production",
  SECRET: "ab".repeat(32),
  DATABASE_URL: "postgresql://links@db.example/links",
}

const refusalOf = (environment: Record<string, string>): string => {
  try {
    readSettings(environment)
    return ""
  } catch (error) {
    if (error instanceof ConfigRefused) return error.message
    throw error
  }
}

describe("settings", () => {
  it("have defaults for a demo on this machine only", () => {
    expect(readSettings({})).toMatchObject({
      profile: "demo",
      host: "127.0.0.1",
      dataDir: join(process.cwd(), ".data"),
      databaseUrl: null,
      dayMs: 60_000,
      coolingOffMs: 0,
      withdrawalPromiseMs: 86_400_000,
      registrationBonus: 0n,
      secret: null,
      readyFd: null,
    })
  })

  it("give members of a demo with a past money to begin with, and production neither", () => {
    expect(readSettings({ DEMO_PAST: "1" })).toMatchObject({
      demoPast: true,
      registrationBonus: 100_000_000n,
    })
    const settings = readSettings({ ...production, DEMO_PAST: "1" })
    expect(settings).toMatchObject({ demoPast: false, registrationBonus: 0n })
  })

  it("are stricter in production", () => {
    const settings = readSettings(production)
    expect(settings).toMatchObject({ dayMs: 86_400_000, coolingOffMs: 86_400_000, demoBalance: 0n })
    expect(settings.secret).toEqual(new Uint8Array(32).fill(0xab))
  })

  it("need a database of its own in production, because the embedded one survives no power failure", () => {
    for (const DATABASE_URL of ["", " "])
      expect(refusalOf({ ...production, DATABASE_URL })).toMatch(
        /^DATABASE_URL is required in the production profile: [^\n]+\.$/,
      )
  })

  it("are read from the environment; an empty variable counts as unset", () => {
    const settings = readSettings({
      PORT: "0",
      DATABASE_URL: "",
      PUBLIC_URL: "https://links.example/",
      ORIGINS: "https://a.example, https://b.example",
      REGISTRATION_BONUS: "12.5",
      TRUST_PROXY: "1",
      READY_FD: "3",
    })
    expect(settings).toMatchObject({
      port: 0,
      databaseUrl: null,
      publicUrl: "https://links.example",
      origins: ["https://a.example", "https://b.example"],
      registrationBonus: 1_250n,
      trustProxy: true,
      readyFd: 3,
    })
  })

  it("take all of an image bucket or none, and send its key nowhere but by https or to this machine", () => {
    const bucket = {
      IMAGE_BUCKET: "https://images.example/links//",
      IMAGE_BUCKET_REGION: "eu-central-1",
      IMAGE_BUCKET_KEY_ID: "an-id",
      IMAGE_BUCKET_SECRET: "a/secret+key",
    }
    const read = { region: "eu-central-1", keyId: "an-id", secret: "a/secret+key" }
    expect(readSettings({}).imageBucket).toBeNull()
    expect(readSettings(bucket).imageBucket).toEqual({ url: "https://images.example/links", ...read })
    const IMAGE_BUCKET = "http://127.0.0.1:9000/links"
    expect(readSettings({ ...bucket, IMAGE_BUCKET }).imageBucket).toEqual({ url: IMAGE_BUCKET, ...read })
    for (const name of Object.keys(bucket))
      expect(refusalOf({ ...bucket, [name]: "" }), name).toContain("required together")
    for (const [name, value] of [
      ["IMAGE_BUCKET", "http://images.example/links"],
      ["IMAGE_BUCKET_REGION", "eu central"],
      ["IMAGE_BUCKET_KEY_ID", "an id"],
      ["IMAGE_BUCKET_SECRET", "a\nsecret"],
    ] as const)
      expect(refusalOf({ ...bucket, [name]: value })).toContain(`${name} `)
  })

  it("take both parts of WeChat's account, and send its secret nowhere but by https or to this machine", () => {
    const account = { WECHAT_APP_ID: "wx1234", WECHAT_APP_SECRET: "0123456789abcdef" }
    expect(readSettings(account).weChat).toEqual({
      appId: "wx1234",
      secret: "0123456789abcdef",
      api: "https://api.weixin.qq.com",
      open: "https://open.weixin.qq.com",
    })
    expect(readSettings({}).weChat).toBeNull()
    expect(refusalOf({ WECHAT_APP_ID: "wx1234" })).toContain("together")
    for (const api of ["http://api.weixin.qq.com", "ftp://127.0.0.1", "http://localhost.example"])
      expect(refusalOf({ ...account, WECHAT_API: api })).toMatch(/^WECHAT_API must be an https address/)
    expect(readSettings({ ...account, WECHAT_API: "http://127.0.0.1:5000" }).weChat?.api).toContain("5000")
  })

  it.each([
    ["PORT", "http"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["HOST", "not a host"],
    ["PROFILE", "staging"],
    ["DAY_MS", "soon"],
    ["DAY_MS", "1e9"],
    ["COOLING_OFF_MS", "-5"],
    ["DATABASE_URL", "mysql://x"],
    ["PUBLIC_URL", "ftp://x"],
    ["ORIGINS", "example.com"],
    ["TRUST_PROXY", "yes"],
    ["WRITES_PER_MINUTE", "many"],
    ["REGISTRATION_BONUS", "1.005"],
    ["REGISTRATION_BONUS", "1000000000.01"],
    ["DEMO_BALANCE", "99999999999999999999999999"],
    ["PAY_MAXIMUM", "1000000001"],
    ["SECRET", "short"],
    ["READY_FD", "1"],
    ["PUSH_KEY", "x".repeat(42)],
    ["PUSH_KEY", "A".repeat(43)],
    ["PUSH_KEY", "_".repeat(43)],
    ["FAULT_LAB", "yes"],
  ])("%s=%s is refused in one sentence that names it", (name, value) => {
    expect(refusalOf({ [name]: value })).toMatch(new RegExp(`^${name} must be [^\\n]+\\.$`))
  })

  it("offer no payment way without configuration", () => {
    const { payment, linkHosts } = readSettings({})
    expect(payment).toMatchObject({ ways: [], minimum: 100_000n, maximum: 50_000_000n, linkMs: 900_000 })
    expect([...payment.providers, ...linkHosts]).toEqual([])
  })

  it("offer the listed ways, and let links lead to their providers", () => {
    const { payment, linkHosts } = readSettings({
      ...paymentEnvironment,
      PAY_WAYS: "3, 1",
      LINK_HOSTS: "help.example",
      PAY_MINIMUM: "5",
      PAY_MAXIMUM: "6.50",
    })
    expect(payment).toMatchObject({ ways: [1, 3], minimum: 500n, maximum: 650n })
    // a provider that is not offered any more may still report on earlier payments
    expect([...payment.providers.keys()]).toEqual([2, 3])
    expect(linkHosts).toEqual(["help.example", "wechat.example", "alipay.example"])
  })

  it.each([
    [{ PAY_WAYS: "4" }, "PAY_WAYS"],
    [{ PAY_WAYS: "alipay" }, "PAY_WAYS"],
    [{ PAY_WAYS: "3" }, "PAY_ALIPAY_PAGE and PAY_ALIPAY_SECRET belong together"],
    [{ PAY_WECHAT_PAGE: "https://wechat.example/" }, "belong together"],
    [{ PAY_ALIPAY_SECRET: "s".repeat(32) }, "belong together"],
    [{ ...paymentEnvironment, PAY_ALIPAY_PAGE: "http://alipay.example/" }, "PAY_ALIPAY_PAGE"],
    [{ ...paymentEnvironment, PAY_ALIPAY_SECRET: "too short" }, "PAY_ALIPAY_SECRET"],
    [{ PAY_MINIMUM: "0" }, "PAY_MINIMUM"],
    [{ PAY_MINIMUM: "2", PAY_MAXIMUM: "1" }, "PAY_MINIMUM"],
    [{ PAY_LINK_MS: "0" }, "PAY_LINK_MS"],
  ])("refuse the payment ways %o", (environment, words) => {
    expect(refusalOf(environment)).toContain(words)
  })

  it("refuse fault injection in production", () => {
    expect(readSettings(production).faultInjection).toBe(false)
    expect(refusalOf({ ...production, FAULT_LAB: "1" })).toBe(
      "FAULT_LAB must be 0 in the production profile.",
    )
  })

  it("never print an invalid value, which may be a secret", () => {
    expect(refusalOf({ SECRET: "canary-77" })).not.toContain("canary-77")
    expect(refusalOf({ DATABASE_URL: "postgres//user:canary-77@h/d" })).not.toContain("canary-77")
  })
})
