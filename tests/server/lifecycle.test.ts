// @module-tag exhaustive
/** The real process: its start, its end, and what a kill leaves. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, inject, it, vi } from "vitest"
import { addCardBy, callServer, fieldOf, goodPassword, reasonOf } from "../support/app.ts"
import { embedded, forEachEngine, postgresql } from "../support/engines.ts"
import { type RunningServer, ServerRefused, startServer } from "../support/server.ts"

const refusalOf = (env: Readonly<Record<string, string>>): Promise<ServerRefused> =>
  startServer({ env }).then(
    (server) => server.stop().then(() => Promise.reject(new Error("it started"))),
    (error: unknown) => {
      if (error instanceof ServerRefused) return error
      throw error
    },
  )

/** Expects one sentence on one line and exit code 1. */
const expectSentence = (refused: ServerRefused, words: RegExp): void => {
  expect(refused.code).toBe(1)
  expect(refused.output.trim()).toMatch(words)
  expect(refused.output.trim().split("\n")).toHaveLength(1)
  expect(refused.output).not.toMatch(/\bat .*\.ts:\d/)
}

const logIn = async (server: RunningServer): Promise<string> => {
  const { username, password } = server.demo ?? { username: "", password: "" }
  return String(fieldOf(await callServer(server.url, "login", { username, password }), "token"))
}

const secret = "5a".repeat(32)
const postgresUrl = inject("postgresUrl")

/** Kills of one server. */
const rounds = 3

forEachEngine("a server's life", (engine) => {
  it("prints the same demo login at every start, and shuts down gracefully", async () => {
    const store = await engine.openStore()
    const first = await startServer({ env: store.env })
    expect(first.output()).toContain(`Demo login: demo, password ${first.demo?.password}`)
    await logIn(first)
    expect(await first.stop()).toBe(0)
    const second = await startServer({ env: store.env })
    expect(second.demo).toEqual(first.demo)
    await logIn(second)
    await second.stop()
    await store.remove()
  })

  it("keeps everything acknowledged after kill -9", async () => {
    const store = await engine.openStore()
    let server = await startServer({ env: store.env })
    const acknowledged: Array<string> = []
    for (let round = 0; round < rounds; round++) {
      const { url } = server
      const invitation_code = server.demo?.invitationCode ?? ""
      const register = async (username: string) => {
        const answer = await callServer(url, "register", {
          username,
          password: goodPassword,
          invitation_code,
        })
        if (reasonOf(answer) === null) acknowledged.push(username)
      }
      const names = Array.from({ length: 12 }, (_, i) => `member-${round}-${i}`)
      const work = Promise.allSettled(names.map(register))
      // the kill comes between two answers, however slow the machine is
      const before = acknowledged.length
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before), {
        timeout: 20_000,
        interval: 5,
      })
      await server.kill9()
      await work
      server = await startServer({ env: store.env })
    }
    expect(acknowledged.length).toBeGreaterThan(0)
    for (const username of acknowledged) {
      const answer = await callServer(server.url, "login", { username, password: goodPassword })
      expect(reasonOf(answer), username).toBeNull()
    }
    await server.stop()
    await store.remove()
  })
})

describe("a second process on the same data folder", () => {
  it("is refused, the first is unaffected, and a kill of the first frees the folder", async () => {
    const store = await embedded.openStore()
    const first = await startServer({ env: store.env })
    expectSentence(await refusalOf(store.env), /^The data folder .* is in use by another running server\.$/)
    await logIn(first)
    await first.kill9()
    const second = await startServer({ env: store.env })
    await second.stop()
    await store.remove()
  })

  it("is refused when both start at once: exactly one acquires the folder", async () => {
    const store = await embedded.openStore()
    const started = await Promise.allSettled(Array.from({ length: 3 }, () => startServer({ env: store.env })))
    const winners = started.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))
    expect(winners).toHaveLength(1)
    await Promise.all(winners.map((winner) => winner.stop()))
    await store.remove()
  })
})

describe.skipIf(postgresUrl === null)("a process on another machine", () => {
  it("joins with the database's address and the secret alone, from an empty folder", async () => {
    const store = await postgresql(postgresUrl ?? "").openStore()
    const folder = mkdtempSync(join(tmpdir(), "links-joining-"))
    const first = await startServer({ env: { ...store.env, SECRET: secret } })
    const joined = await startServer({ env: { ...store.env, SECRET: secret, DATA_DIR: folder } })
    const entry = {
      ...{ username: "two.machines", password: goodPassword },
      invitation_code: first.demo?.invitationCode ?? "",
    }
    const token = String(fieldOf(await callServer(first.url, "register", entry), "token"))
    const card = { bank_name: "First Bank", card_number: "4111111111111111", username: "Ada Obi" }
    const id = fieldOf(await addCardBy(joined.url, card, { token }), "id")
    // sealed by one of them, opened by the other
    const { said } = await callServer(first.url, "bankCards", {}, { token })
    expect(said).toMatchObject({ kind: "success", data: [{ id }] })
    expect(JSON.stringify(said)).toContain("1111")
    await first.kill9()
    expect((await callServer(joined.url, "bankCards", {}, { token })).said).toEqual(said)
    const stranger = await refusalOf({ ...store.env, SECRET: "6b".repeat(32), DATA_DIR: folder })
    expectSentence(stranger, /SECRET/)
    expect(await joined.stop()).toBe(0)
    rmSync(folder, { recursive: true, force: true })
    await store.remove()
  })
})

describe("a failed start", () => {
  it("is reported in one sentence", async () => {
    const store = await embedded.openStore()
    expectSentence(await refusalOf({ ...store.env, PORT: "http" }), /^PORT must be a port number/)
    const env = { ...store.env, DATABASE_URL: "postgresql://nobody:x@127.0.0.1:1/none" }
    expectSentence(await refusalOf(env), /^The database cannot be reached: .*ECONNREFUSED/)
    await store.remove()
  })
})

describe("production", () => {
  it.skipIf(postgresUrl === null)(
    "has no demo login, and neither profile opens the other's database",
    async () => {
      const store = await postgresql(postgresUrl ?? "").openStore()
      const env = { ...store.env, PROFILE: "production", SECRET: secret }
      const server = await startServer({ env })
      expect(server.demo).toBeNull()
      expect(server.output()).not.toMatch(/password/i)
      const answer = await callServer(server.url, "login", { username: "demo", password: goodPassword })
      expect(reasonOf(answer)).toBe("login.wrong-credentials")
      await server.stop()
      expectSentence(
        await refusalOf({ ...store.env, SECRET: secret }),
        /^This database was made by another profile than demo/,
      )
      await store.remove()
    },
  )
})
