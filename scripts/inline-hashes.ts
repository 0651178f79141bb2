import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Content-security-policy sources of the page's inline scripts and styles. */
export interface InlineHashes {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

const source = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/**
 * The hashes of a page's inline scripts and styles, for the server's policy.
 * Throws where a page holds what no hash can allow: event handlers and style attributes.
 */
export function hashInline(html: string): InlineHashes {
  const markup = html
    .replaceAll(/<(script|style)\b([^>]*)>[\s\S]*?<\/\1>/g, "<$1$2>")
    .replaceAll(/<!--[\s\S]*?-->/g, "")
  const forbidden = /<[^>]*\s(on[a-z]+|style)\s*=/i.exec(markup)
  if (forbidden)
    throw new Error(`index.html: the policy forbids ${forbidden[1]}= in ${forbidden[0].slice(0, 80)}`)
  // a block of data is not executed and needs no permission
  const scripts = [
    ...html.matchAll(/<script\b(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g),
  ]
  const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)]
  return {
    scripts: scripts.map((match) => source(match[1] ?? "")),
    styles: styles.map((match) => source(match[1] ?? "")),
  }
}

/** The hashes of a build. Throws where the documents of its languages differ in them. */
export const hashDocuments = (folder: string): InlineHashes => {
  const names = readdirSync(folder).filter((name) => /^index(\.\w+)?\.html$/.test(name))
  const all = names.map((name) => hashInline(readFileSync(join(folder, name), "utf8")))
  const [first] = all
  if (first === undefined) throw new Error(`there is no document in ${folder}`)
  const other = all.findIndex((hashes) => JSON.stringify(hashes) !== JSON.stringify(first))
  if (other >= 0) throw new Error(`${names[other]} has a script or style of its own`)
  return first
}
