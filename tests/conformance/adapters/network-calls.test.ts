import { afterEach, describe, expect, it, vi } from "vitest"
import { type EchoOptions, startEcho } from "../../support/echo-server.ts"
import { request, uploadFile } from "./network-calls.ts"
import { httpRequestOf, type RequestOptions, withQuery } from "./request-options.ts"

let server: Awaited<ReturnType<typeof startEcho>> | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const serve = async (options?: EchoOptions) => {
  server = await startEcho(options)
  return server
}

describe("the HTTP request of the options", () => {
  it.each([
    [undefined, "GET"],
    ["post", "POST"],
    ["patch", "PATCH"],
    ["FETCH", "GET"],
    ["", "GET"],
  ])("turns the method %j into %s", (method, written) =>
    expect(httpRequestOf({ url: "/", method }).method).toBe(written),
  )

  it.each(["OPTIONS", "HEAD", "POST", "PUT", "DELETE", "TRACE", "CONNECT", "PATCH"])("knows %s", (method) =>
    expect(httpRequestOf({ url: "/", method }).method).toBe(method),
  )

  it.each<[RequestOptions, string | null]>([
    [{ method: "GET", data: { a: 1 } }, null],
    [{ method: "POST" }, ""],
    [{ method: "POST", data: "raw" }, "raw"],
    [{ method: "POST", data: [1, 2] }, "[1,2]"],
    [{ method: "PUT", data: { a: undefined, b: 1 } }, '{"b":1}'],
    [
      {
        method: "POST",
        data: { a: "x y", b: { c: 1 } },
        header: { "content-type": "application/x-www-form-urlencoded" },
      },
      "a=x%20y&b=%7B%22c%22%3A1%7D",
    ],
    [{ method: "POST", data: [1, 2], header: { "Content-Type": "text/plain" } }, "1,2"],
  ])("%j has the body %j", (options, body) => expect(httpRequestOf({ url: "/", ...options }).body).toBe(body))

  it("sends data that JSON cannot hold as text", () => {
    expect(httpRequestOf({ url: "/", method: "POST", data: { big: 1n } }).body).toBe("[object Object]")
  })

  it("has defaults for invalid options", () => {
    const sent = httpRequestOf({ url: "/", responseType: "BLOB", dataType: "JSON" })
    expect(sent).toMatchObject({
      responseType: "text",
      dataType: "json",
      timeoutMs: 60_000,
      withCredentials: false,
    })
    expect(httpRequestOf({ url: "/", responseType: "ArrayBuffer" }).responseType).toBe("arraybuffer")
  })

  it.each([
    ["/a", { q: "a b&c", d: "中" }, "/a?q=a%20b%26c&d=%E4%B8%AD"],
    ["/a?x=1&q=2#top", { q: 3 }, "/a?x=1&q=3#top"],
    ["/a?x=a=b", { n: null }, "/a?x=a=b&n="],
    ["/a", {}, "/a"],
  ])("puts data into the query of %s", (url, data, whole) => expect(withQuery(url, data)).toBe(whole))

  it("declares its body as JSON unless the header has a content type, and nothing for a GET", () => {
    expect(httpRequestOf({ url: "/", method: "POST" }).header).toEqual({ "Content-Type": "application/json" })
    expect(
      httpRequestOf({ url: "/", method: "POST", header: { "CONTENT-TYPE": "text/plain" } }).header,
    ).toEqual({
      "CONTENT-TYPE": "text/plain",
    })
    expect(httpRequestOf({ url: "/" }).header).toEqual({})
  })
})

describe("the result of a request", () => {
  it("is a success for every status", async () => {
    const { url } = await serve({ status: 500, body: "oops", headers: { "x-kind": "test" } })
    expect(await request({ url }).answer).toMatchObject({
      data: "oops",
      statusCode: 500,
      header: { "x-kind": "test" },
      cookies: [],
      errMsg: "request:ok",
    })
  })

  it.each<[string, RequestOptions, unknown]>([
    ['{"a":1}', {}, { a: 1 }],
    ['{"a":1}', { dataType: "text" }, '{"a":1}'],
    ["5", {}, 5],
    ["", {}, ""],
  ])("has the body %j with the options %j as %j", async (body, options, data) => {
    const { url } = await serve({ body })
    expect((await request({ url, ...options }).answer)?.data).toEqual(data)
  })

  it("holds bytes for the response type arraybuffer", async () => {
    const { url } = await serve({ body: "{}" })
    const bytes = (await request({ url, responseType: "arraybuffer" }).answer)?.data
    expect(Buffer.from(new Uint8Array(bytes instanceof ArrayBuffer ? bytes : [])).toString()).toBe("{}")
  })

  it("omits credentials unless they are asked for", async () => {
    const { url } = await serve({ body: "{}" })
    const sent = vi.spyOn(globalThis, "fetch")
    for (const withCredentials of [undefined, false, true]) await request({ url, withCredentials }).answer
    expect(sent.mock.calls.map(([, options]) => options?.credentials)).toEqual(["omit", "omit", "include"])
    sent.mockRestore()
  })

  it("is a failure with a detail if there is no response", async () => {
    const { url } = await serve({ delayMs: null })
    await expect(request({ url, timeout: 40 }).answer).rejects.toMatchObject({
      errMsg: "request:fail timeout",
    })
    const task = request({ url })
    setTimeout(task.abort, 20)
    await expect(task.answer).rejects.toMatchObject({ errMsg: "request:fail abort" })
    await server?.close()
    server = undefined
    await expect(request({ url }).answer).rejects.toMatchObject({ errMsg: "request:fail" })
    for (const none of ["", null, undefined])
      await expect(request({ url: none }).answer).rejects.toMatchObject({
        errMsg: 'request:fail Missing required args: "url"',
      })
  })
})

describe("a request with a key", () => {
  it("aborts the earlier one with the same key, and no other", async () => {
    const { url } = await serve({ delayMs: 60 })
    const [first, other, second] = [
      request({ url, key: "a" }),
      request({ url, key: "b" }),
      request({ url, key: "a" }),
    ].map(({ answer }) => answer)
    await expect(first).rejects.toMatchObject({ errMsg: "request:fail abort" })
    expect(await other).toMatchObject({ errMsg: "request:ok" })
    expect(await second).toMatchObject({ errMsg: "request:ok" })
    expect(await request({ url, key: "a" }).answer).toMatchObject({ errMsg: "request:ok" })
  })
})

describe("an upload", () => {
  it.each([
    [{}, "file error"],
    [{ filePath: "/etc/hosts" }, "file error"],
    [{ url: "" }, 'Missing required args: "url"'],
  ])("of %j fails before anything is sent", async (options, detail) => {
    const { url, received } = await serve()
    await expect(uploadFile({ url, ...options }).answer).rejects.toMatchObject({
      errMsg: `uploadFile:fail ${detail}`,
    })
    expect(received).toEqual([])
  })
})
