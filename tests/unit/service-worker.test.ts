import { describe, expect, it } from "vitest"
import { responseFor } from "../../src/service-worker/respond.ts"

const origin = "https://links.example"
const files = new Set(["/assets/boot-1.js", "/icon.svg"])
const ask = (path: string, mode = "cors", method = "GET") =>
  responseFor({ method, mode, url: new URL(path, origin).href }, origin, files)

describe("the service worker", () => {
  it.each(["/", "/?x=1", "/pages/tabbar/home/index", "/pages/product/index?id=1"])(
    "keeps the page for %s",
    (path) => {
      expect(ask(path, "navigate")).toEqual({ kept: "/" })
    },
  )

  it.each(["/assets/boot-1.js", "/icon.svg"])("caches %s", (path) => {
    expect(ask(path)).toEqual({ kept: path })
  })

  it.each([
    ["an answer of the server", "/api/wallet/summary", "cors", "GET"],
    ["what asks whether a newer build is there", "/", "cors", "GET"],
    ["an uploaded picture", "/api/upload/image/1", "no-cors", "GET"],
    ["a page that is none of the app's", "/openapi.json", "navigate", "GET"],
    ["the console", "/pages/tabbar/home/index?debug=1", "navigate", "GET"],
    ["a file of another build", "/assets/boot-0.js", "cors", "GET"],
    ["whatever is sent", "/", "navigate", "POST"],
    ["another site", "https://other.example/", "navigate", "GET"],
  ])("leaves alone %s", (_, path, mode, method) => {
    expect(ask(path, mode, method)).toBeNull()
  })
})
