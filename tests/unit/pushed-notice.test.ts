import { expect, it } from "vitest"
import { noticeOf, pageOf } from "../../src/service-worker/notification.ts"

const list = "/pages/notice/index"

it("shows a pushed notice by its title and number, and leads to its record", () => {
  const message = { number: 7, title: "Contract settled", kind: "order", subject: "c/1" }
  expect(noticeOf(JSON.stringify(message))).toEqual({
    title: "Contract settled",
    tag: "notice-7",
    url: "/pages/tabbar/hold/hold-record?id=c%2F1",
  })
  const logIn = noticeOf(JSON.stringify({ ...message, kind: "session" }))
  expect(logIn.url).toBe("/pages/setting/setting-logins")
  expect(noticeOf(JSON.stringify({ ...message, kind: null, subject: null }))).toMatchObject({ url: list })
})

it.each([
  "",
  "null",
  "[]",
  "{",
  '{"title":7,"number":"x"}',
  '{"kind":"order"}',
  '{"kind":"__proto__","subject":"a"}',
])("leads to the list where the message %s cannot be read", (text) => {
  expect(noticeOf(text)).toEqual({ title: "Financial Links", tag: "notice", url: list })
})

it("opens pages of this app alone", () => {
  const origin = "https://links.example"
  expect(pageOf("/pages/wallet/index?a=1", origin)).toBe("/pages/wallet/index?a=1")
  for (const other of ["https://other.example/pages/x", "//other.example/", "javascript:alert(1)", "data:,x"])
    expect(pageOf(other, origin)).toBe(list)
})
