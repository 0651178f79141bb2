import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeMarketKey } from "../../server/market/market-key.ts"
import { auditCommand } from "../../server/verify/audit-command.ts"
import { checkpointNote, marketKeyText, openCheckpoint } from "../../src/domain/check-settlement.ts"
import { originOf } from "../../src/domain/tick-log/signed-note.ts"
import { answering } from "../support/answering-server.ts"
import { openApp, type TestApp } from "../support/app.ts"

let app: TestApp
let folder = ""
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "audit-"))
  app = await openApp()
  await app.advanceUntil(async () => (await fetch(`${app.url}/log/AAPL/checkpoint`)).ok)
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const audit = async (...args: readonly string[]) => {
  let output = ""
  const print = (line: string): void => {
    output += `${line}\n`
  }
  return { code: await auditCommand(args, { log: print, error: print }), output }
}
const fileOf = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const textAt = async (path: string): Promise<string> => (await fetch(`${app.url}/log/${path}`)).text()

it("audits every log of a site by the key that the site names, and prints each checkpoint", async () => {
  const { code, output } = await audit(`${app.url}/`)
  expect(output).toContain(`compare it with the market's: ${(await textAt("key")).trim()}`)
  const symbols = (await textAt("symbols")).trim().split("\n").map(decodeURIComponent)
  expect(symbols.length).toBeGreaterThan(5)
  for (const symbol of symbols)
    expect(output).toMatch(
      new RegExp(`^${symbol}: agrees {2}\\d+ ticks, every tile and every price summary\\.$`, "m"),
    )
  expect(output).not.toContain("DIFFERS")
  expect(code).toBe(0)
})

it("audits one log, by a key from a file, and says that it extends what was seen of it", async () => {
  const key = fileOf("market.key", await textAt("key"))
  const seen = fileOf("seen", await textAt("AAPL/checkpoint"))
  const { code, output } = await audit(app.url, "--symbol", "AAPL", "--key", key, "--seen", seen)
  expect(output).toMatch(/^AAPL: agrees .* It extends the \d+ ticks seen before\.$/m)
  expect(output).not.toContain("The site names this key")
  expect(output).not.toContain("MSFT")
  expect(code).toBe(0)
  const all = await audit(app.url, "--key", key, "--seen", seen)
  expect(all.output.match(/It extends/g)).toHaveLength(1)
  expect(all.code).toBe(0)
})

it("cosigns what it audited, and again what extends it", async () => {
  const witness = join(folder, "witness.json")
  const cosigned = await audit(app.url, "--symbol", "AAPL", "--witness", witness, "--name", "ada")
  expect(cosigned.output).toMatch(/^AAPL: cosigned by ada\S+\n/m)
  expect(cosigned.code).toBe(0)
  const kept = readFileSync(witness, "utf8")
  expect(kept).toContain("AAPL")
  const again = await audit(app.url, "--symbol", "AAPL", "--witness", witness, "--name", "ada")
  expect(again.code).toBe(0)
})

it("cosigns no smaller log than the one it cosigned before", async () => {
  const earlier = await textAt("AAPL/checkpoint")
  await app.advanceUntil(async () => (await textAt("AAPL/checkpoint")) !== earlier)
  const witness = join(folder, "larger.json")
  expect((await audit(app.url, "--symbol", "AAPL", "--witness", witness)).code).toBe(0)
  const behind = await answering(async (response, { url }) => {
    const file = await fetch(`${app.url}${url}`)
    const bytes = Buffer.from(await file.arrayBuffer())
    response.writeHead(file.status).end(url.endsWith("/checkpoint") ? earlier : bytes)
  })
  const { code, output } = await audit(behind.url, "--symbol", "AAPL", "--witness", witness)
  await behind.close()
  expect(output).toMatch(/^AAPL: DIFFERS {2}the witness has cosigned a larger log of \d+ ticks\.$/m)
  expect(code).toBe(1)
})

it("cosigns no log that does not extend the one it cosigned before", async () => {
  const witness = join(folder, "another.json")
  expect((await audit(app.url, "--symbol", "AAPL", "--witness", witness)).code).toBe(0)
  const seed = readFileSync(join(app.dataDir, "market.key"), "utf8").trim()
  const key = makeMarketKey(new Uint8Array(Buffer.from(seed, "hex")))
  const honest = await openCheckpoint(await textAt("AAPL/checkpoint"), "AAPL", key.publicKey)
  if (honest === null) throw new Error("the key is not the market's")
  const forged = { ...honest, root: honest.root.map((byte) => byte ^ 1) }
  const note = checkpointNote(forged, key.signCheckpoint(forged), key.publicKey)
  const known = JSON.parse(readFileSync(witness, "utf8"))
  writeFileSync(witness, JSON.stringify({ ...known, seen: { [originOf("AAPL")]: note } }))
  const { code, output } = await audit(app.url, "--symbol", "AAPL", "--witness", witness)
  expect(output).toMatch(/^AAPL: DIFFERS {2}the witness has cosigned another log of \d+ ticks\.$/m)
  expect(code).toBe(1)
})

it("finds a checkpoint that another key signed", async () => {
  const foreign = marketKeyText(new Uint8Array(32).fill(1))
  const { code, output } = await audit(app.url, "--symbol", "AAPL", "--key", foreign)
  expect(output).toContain("AAPL: DIFFERS  its checkpoint is not signed with the market's key.")
  expect(code).toBe(1)
})

it("finds a tile that was changed", async () => {
  const changing = await answering(async (response, { url }) => {
    const file = await fetch(`${app.url}${url}`)
    const bytes = Buffer.from(await file.arrayBuffer())
    if (url.includes("/tile/entries/")) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    response.writeHead(file.status).end(bytes)
  })
  const { code, output } = await audit(changing.url, "--symbol", "AAPL")
  await changing.close()
  expect(output).toMatch(/^AAPL: DIFFERS /m)
  expect(code).toBe(1)
})

it.each([
  ["without a site", [], "Name the address of the site."],
  ["with a key that is none", ["--key", "none"], "The key is damaged, or no key of a market."],
  ["with a log that the site lacks", ["--symbol", "NONE"], "answered 404"],
])("audits nothing %s", async (name, options, sentence) => {
  const { code, output } = await audit(...(name === "without a site" ? [] : [app.url]), ...options)
  expect(output).toContain(`Nothing was audited: `)
  expect(output).toContain(sentence)
  expect(code).toBe(2)
})

it("audits nothing by a checkpoint that is damaged, rather than leave it out", async () => {
  const note = await textAt("AAPL/checkpoint")
  const seen = fileOf(
    "damaged",
    note.replace(/^\d+$/m, (size) => `${Number(size) + 1}`),
  )
  const { code, output } = await audit(app.url, "--symbol", "AAPL", "--seen", seen)
  expect(output).toContain("The checkpoint of --seen is damaged, or of none of these logs.")
  expect(code).toBe(2)
  const ofOther = fileOf("other", await textAt("MSFT/checkpoint"))
  expect((await audit(app.url, "--symbol", "AAPL", "--seen", ofOther)).code).toBe(2)
})
