import { describe, expect, it } from "vitest"
import { parseRichText, type RichNode } from "../../src/ui/RichText.tsx"

const el = (tag: string, ...children: readonly (RichNode | string)[]) => ({
  kind: "element",
  tag,
  children: children.map((child) => (typeof child === "string" ? { kind: "text", text: child } : child)),
})

const tagsOf = (nodes: readonly RichNode[]): readonly string[] =>
  nodes.flatMap((node) => (node.kind === "text" ? [] : [node.tag, ...tagsOf(node.children)]))

describe("the HTML of an article", () => {
  it("becomes a tree of allowed elements", () => {
    expect(parseRichText("<h2>Costs</h2><p>A <strong>fee</strong> &amp; more</p>")).toEqual([
      el("h2", "Costs"),
      {
        kind: "element",
        tag: "p",
        children: [{ kind: "text", text: "A " }, el("strong", "fee"), { kind: "text", text: " & more" }],
      },
    ])
  })

  it("keeps videos of this server only", () => {
    const sources = [
      "/media/how-it-works.webm",
      "/media/a.b.mp4",
      "https://example.org/a.webm",
      "//example.org/media/a.webm",
      "/media/../api/user.webm",
      "/media/a.svg",
      "javascript:alert(1)",
      "",
    ].map((src) => parseRichText(`<video src="${src}">Words</video>`))
    const video = (src: string) => ({ kind: "element", tag: "video", src, children: [] })
    const words = { kind: "text", text: "Words" }
    expect(sources.slice(0, 2)).toEqual([
      [video("/media/how-it-works.webm"), words],
      [video("/media/a.b.mp4"), words],
    ])
    for (const nodes of sources.slice(2)) expect(nodes).toEqual([words])
    expect(parseRichText('<p><video src="/media/a.webm" autoplay onerror="x()">')).toEqual([
      { kind: "element", tag: "p", children: [video("/media/a.webm")] },
    ])
  })

  it("reads the captions of a video, each with its language", () => {
    const track = (src: string, language: string) => `<track src="${src}" srclang="${language}" />`
    const html = [
      track("/media/no-video-yet.vtt", "en"),
      '<video src="/media/a.webm">',
      track("/media/a.en.vtt", "en-US"),
      track("/media/a.zh.vtt", "zh-Hans-CN"),
      track("https://example.org/a.vtt", "de"),
      track("/media/a.webm", "de"),
      track("/media/a.fr.vtt", ""),
      "</video>",
    ].join("")
    const captions = [
      { src: "/media/a.en.vtt", language: "en-US" },
      { src: "/media/a.zh.vtt", language: "zh-Hans-CN" },
    ]
    expect(parseRichText(html)).toEqual([
      { kind: "element", tag: "video", src: "/media/a.webm", captions, children: [] },
    ])
  })

  it("keeps https links and drops every other URL", () => {
    const hrefs = [
      "https://example.org/a?b=1&amp;c=2",
      "http://example.org",
      "javascript:alert(1)",
      "data:text/html,x",
      " jAvAsCrIpT:x",
      "/local",
    ]
      .flatMap((href) => parseRichText(`<a href="${href}">x</a>`))
      .map((node) => (node.kind === "element" ? node.href : undefined))
    expect(hrefs).toEqual([
      "https://example.org/a?b=1&c=2",
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it("drops other elements but keeps their text, except for scripts and styles", () => {
    const html = `<div onclick="x()"><p style="x">kept<img src=x onerror=alert(1)></p><script>alert("<p>no</p>")</script><style>p{}</style><svg><p>also</p></svg></div>`
    const tree = parseRichText(html)
    expect(tagsOf(tree)).toEqual(["p", "p"])
    expect(JSON.stringify(tree)).not.toMatch(/alert|onclick|style/)
  })

  it("closes open elements, ignores stray end tags, and never throws", () => {
    expect(parseRichText("<ul><li>one</li><li>two")).toEqual([
      el("ul", el("li", "one") as RichNode, el("li", "two") as RichNode),
    ])
    expect(parseRichText("</p>text")).toEqual([{ kind: "text", text: "text" }])
    for (const odd of ["<", "<p", "a < b", "&#x110000;", "&#0;", "&nope;", "<!-- <p>", "<p>".repeat(200)])
      expect(() => parseRichText(odd)).not.toThrow()
  })
})
