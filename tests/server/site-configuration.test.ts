/** What operators configure of the site's appearance and links, and what they are refused. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sendCommand } from "../../server/operator/socket.ts"
import { fieldOf, openApp, type TestApp } from "../support/app.ts"

let app: TestApp
beforeAll(async () => {
  app = await openApp({ LINK_HOSTS: "help.example" })
})
afterAll(() => app.stop())

const operate = async (...words: readonly string[]): Promise<string> => {
  const answer = await sendCommand(app.dataDir, [...words, "--why", "a test"])
  return answer?.text ?? "no server"
}

/** A section of the configuration, as it is sent. */
const section = async (name: string): Promise<unknown> => fieldOf(await app.call("systemConfig", {}), name)

describe("pages elsewhere", () => {
  it("are listed for the account page, https and on an allowed host", async () => {
    const pages = async () => Reflect.get(Object(await section("webPage")), "pages")
    const add = (name: string, url: string) => operate("pages", "add", name, url)
    expect(await pages()).toEqual([])
    expect(await add("News", "http://help.example/news")).toContain("https")
    expect(await add("News", "https://evil.example/")).toContain("LINK_HOSTS")
    expect(await add("<i></i>", "https://help.example/")).toContain("1 to 40 characters")
    expect(await add("News", "https://help.example/news")).toBe("Done.")
    expect(await pages()).toEqual([{ name: "News", url: "https://help.example/news" }])
    expect(await section("share_list")).toEqual([])
    expect(await operate("pages", "remove", "News")).toBe("Done.")
    expect(await pages()).toEqual([])
  })
})
