import { describe, expect, it } from "vitest"
import { parseRichText, type RichNode, type RichTag } from "../../src/ui/RichText.tsx"

const words = (text: string): RichNode => ({ kind: "text", text })

const el = (tag: RichTag, ...children: readonly (RichNode | string)[]): RichNode => ({
  kind: "element",
  tag,
  children: children.map((child) => (typeof child === "string" ? words(child) : child)),
})

/** What an article becomes that links nowhere. */
const parsed = (html: string) => parseRichText(html, [])

const tagsOf = (nodes: readonly RichNode[]): readonly string[] =>
  nodes.flatMap((node) => (node.kind === "text" ? [] : [node.tag, ...tagsOf(node.children)]))

describe("the HTML of an article", () => {
  it("becomes a tree of allowed elements", () => {
    expect(parsed("<h2>Costs</h2><p>A <strong>fee</strong> &amp; more</p>")).toEqual([
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
    ].map((src) => parsed(`<video src="${src}">Words</video>`))
    const video = (src: string) => ({ kind: "element", tag: "video", src, children: [] })
    const fallback = words("Words")
    expect(sources.slice(0, 2)).toEqual([
      [video("/media/how-it-works.webm"), fallback],
      [video("/media/a.b.mp4"), fallback],
    ])
    for (const nodes of sources.slice(2)) expect(nodes).toEqual([fallback])
    expect(parsed('<p><video src="/media/a.webm" autoplay onerror="x()">')).toEqual([
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
    expect(parsed(html)).toEqual([
      { kind: "element", tag: "video", src: "/media/a.webm", captions, children: [] },
    ])
  })

  it("keeps https links to allowed hosts; the text of every other one stays", () => {
    const linked = (href: string) => parseRichText(`<p><a href="${href}">x</a></p>`, ["example.org"])
    expect(linked("https://example.org/a?b=1&amp;c=2")).toEqual([
      el("p", { kind: "element", tag: "a", href: "https://example.org/a?b=1&c=2", children: [words("x")] }),
    ])
    for (const href of [
      "https://evil.example/",
      "https://example.org.evil.example/",
      "https://user:word@example.org/",
      "http://example.org",
      "javascript:alert(1)",
      "data:text/html,x",
      " jAvAsCrIpT:x",
      "//example.org",
      "/local",
      "",
    ])
      expect(linked(href), href).toEqual([el("p", "x")])
    const nested = '<a href="https://evil.example">a <strong>b</strong></a> c'
    expect(parseRichText(nested, ["example.org"])).toEqual([words("a "), el("strong", "b"), words(" c")])
    expect(parseRichText('<a href="https://example.org">x</a>', [])).toEqual([words("x")])
  })

  it("drops other elements but keeps their text, except for scripts and styles", () => {
    const html = `<div onclick="x()"><p style="x">kept<img src=x onerror=alert(1)></p><script>alert("<p>no</p>")</script><style>p{}</style><svg><p>also</p></svg></div>`
    const tree = parsed(html)
    expect(tagsOf(tree)).toEqual(["p", "p"])
    expect(JSON.stringify(tree)).not.toMatch(/alert|onclick|style/)
  })

  it("closes open elements, ignores stray end tags, and never throws", () => {
    expect(parsed("<ul><li>one</li><li>two")).toEqual([el("ul", el("li", "one"), el("li", "two"))])
    expect(parsed("</p>text")).toEqual([{ kind: "text", text: "text" }])
    for (const odd of ["<", "<p", "a < b", "&#x110000;", "&#0;", "&nope;", "<!-- <p>", "<p>".repeat(200)])
      expect(() => parsed(odd)).not.toThrow()
  })
})
