import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { storedHtml } from "../../server/content/articles.ts"
import { allowedArticle, allowedLinkOrNone, cleanArticle, plainText } from "../../server/content/sanitise.ts"
import { seedText } from "../../server/content/seed/article-text.ts"
import { seedArticles } from "../../server/content/seed/articles.ts"
import { LOCALES } from "../../src/domain/limits.ts"

const hosts = ["a.example"]
const cleaned = (html: string): string => cleanArticle(html, hosts).html

describe("cleaning", () => {
  it.each([
    ["<script>alert(1)</script><p>a</p>", "<p>a</p>"],
    ['<p onclick="a()" style="color:red" class="x">a</p>', "<p>a</p>"],
    ['<a href="javascript:alert(1)">a</a>', "a"],
    ['<a href="http://a.example">a</a>', "a"],
    ['<a href="//a.example">a</a>', "a"],
    ['<a href="/local">a</a><a>b</a>', "ab"],
    ['<p>read <a href="https://b.example/x"><em>this</em></a> first</p>', "<p>read <em>this</em> first</p>"],
    ['<a href="https://a.example.b.example">a</a>', "a"],
    ['<a href="https://user:word@a.example">a</a>', "a"],
    ['<a href="https&#58;//b.example">a</a>', "a"],
    [
      '<a href="https://www.a.example/b" target="x" onclick="b()">a</a>',
      '<a href="https://www.a.example/b" rel="noopener noreferrer">a</a>',
    ],
    ['<a href="https://a.example">a</a>', '<a href="https://a.example" rel="noopener noreferrer">a</a>'],
    ['<img src=x onerror="a()"><iframe src="https://a"></iframe><svg onload="a()"/>', ""],
    ["<h2>a</h2><table><tr><td>b</td></tr></table>", "<h2>a</h2><table><tr><td>b</td></tr></table>"],
  ])("%s", (dirty, clean) => {
    expect(cleaned(dirty)).toBe(clean)
    expect(cleaned(clean)).toBe(clean)
  })

  it("keeps every part that articles are made of, and the text of any other", () => {
    const table =
      '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>'
    const html =
      `<h2>a</h2><h3>b</h3><p><strong>c</strong><em>d</em><br /><code>e</code></p><hr />` +
      `<ul><li>f</li></ul><ol><li>g</li></ol><blockquote>h</blockquote>${table}`
    expect(cleaned(html)).toBe(html)
    expect(cleaned('<h1>a</h1><div class="b">b</div><th onclick="c()">c</th>')).toBe("ab<th>c</th>")
  })

  it("names the links that it made text, and allows none without a host", () => {
    const html =
      '<a href="https://a.example/1">a</a><a href="https://b.example/?c&amp;d">b</a><a href="">c</a>'
    expect(cleanArticle(html, hosts).refusedLinks).toEqual(["https://b.example/?c&d"])
    expect(cleanArticle(html, [])).toEqual({
      html: "abc",
      refusedLinks: ["https://a.example/1", "https://b.example/?c&d"],
    })
  })

  it("keeps videos of this server, bare, and no others", () => {
    const own = '<video src="/media/a.webm"></video>'
    expect(cleaned('<video src="/media/a.webm" autoplay onerror="x()" class="b"></video>')).toBe(own)
    expect(cleaned('<p>a</p><video src="https://example.org/a.webm"></video>')).toBe("<p>a</p>")
    expect(cleaned('<video src="//example.org/media/a.webm"></video><video></video>')).toBe("")
  })

  it("keeps a video's captions of this server, with their language", () => {
    const own = '<video src="/media/a.webm"><track src="/media/a.de.vtt" srclang="de-DE" /></video>'
    expect(cleaned(own)).toBe(own)
    expect(cleaned(own.replace("/media/a.de.vtt", "https://example.org/a.vtt"))).toBe(
      '<video src="/media/a.webm"></video>',
    )
    expect(cleaned(own.replace("<track ", '<track default onload="x()" '))).toBe(own)
  })

  it("leaves plain text as it reads", () => {
    expect(plainText("<b>Fish & <i>chips</i></b><script>x</script> 2 < 3")).toBe("Fish & chips 2 < 3")
    expect(plainText(" <p>&quot;a&quot; &gt; b, &amp;lt;</p> ")).toBe('"a" > b, &lt;')
  })

  it("keeps a link only where it is allowed", async () => {
    const kept = (link: string) => Effect.runPromise(allowedLinkOrNone(link, hosts, "a test"))
    expect(await kept("https://a.example/b")).toBe("https://a.example/b")
    expect(await kept("https://b.example")).toBe("")
    expect(await kept("")).toBe("")
    const html = '<a href="https://b.example">a</a>'
    expect(await Effect.runPromise(allowedArticle(html, hosts, "a test"))).toEqual(cleanArticle(html, hosts))
  })
})

const tagsOf = (html: string) => html.match(/<[a-z0-9]+[^>]*>/g)
const formulasOf = (html: string) => html.match(/[cS] · [^<]*/g)
const figuresOf = (html: string) => (plainText(html).match(/\d+/g) ?? []).toSorted()
/** What English writes as a word stands in digits in some languages: one minute, three seconds. */
const isWordInEnglish = (figure: string) => figure === "1" || figure === "3"
const countOf = (figures: ReadonlyArray<string>, figure: string) =>
  figures.filter((each) => each === figure).length

describe.each(LOCALES.filter((locale) => locale !== "en"))("the articles in %s", (locale) => {
  it.each(seedArticles)("$id has the parts, links, formulas and figures of the English one", (article) => {
    const { title, html } = seedText(locale, article.id)
    const english = seedText("en", article.id)
    expect(tagsOf(html)).toEqual(tagsOf(english.html))
    expect(formulasOf(html)).toEqual(formulasOf(english.html))
    const [figures, wanted] = [figuresOf(html), figuresOf(english.html)]
    expect(figures.filter((figure) => !isWordInEnglish(figure))).toEqual(
      wanted.filter((figure) => !isWordInEnglish(figure)),
    )
    for (const figure of ["1", "3"])
      expect(countOf(figures, figure)).toBeGreaterThanOrEqual(countOf(wanted, figure))
    expect(title).toMatch(/\S/)
    expect(plainText(title)).toBe(title)
    expect(cleaned(storedHtml(html))).toBe(storedHtml(html))
    // a line break within a Chinese or Japanese sentence would be seen as a space
    expect(storedHtml(html)).not.toMatch(/[\u3000-\u30ff\u4e00-\u9fff] [\u3000-\u30ff\u4e00-\u9fff]/)
  })
})
