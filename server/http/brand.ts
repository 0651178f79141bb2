import { type Context, Effect, Option } from "effect"
import { BRAND_IMAGES, imageSetting, readSetting, SiteImage } from "../content/site.ts"
import type { Db } from "../db/db.ts"
import type { HttpExchange } from "./api.ts"
import { dataPolicy } from "./headers.ts"

const none = { hash: "", data: "" }

/**
 * Serves the logo and the icon of the site under the hash of their bytes, to every visitor. Resolves true
 * when the path belongs to them; a former image is not found.
 */
export const serveBrand = (services: Context.Context<Db>) => {
  const run = Effect.runPromiseWith(services)
  return async ({ request, response, url }: HttpExchange): Promise<boolean> => {
    const [, name, hash] = /^\/brand\/(logo|icon)-([0-9a-f]{16})\.webp$/.exec(url.pathname) ?? []
    const which = Option.fromUndefinedOr(BRAND_IMAGES.find((known) => known === name))
    if (Option.isNone(which)) return false
    const image = await run(readSetting(imageSetting(which.value), SiteImage, none))
    response.setHeader("content-security-policy", dataPolicy)
    if (image.hash !== hash || !["GET", "HEAD"].includes(request.method ?? "")) {
      response.writeHead(404, { "cache-control": "no-store" }).end()
      return true
    }
    const bytes = Buffer.from(image.data, "base64")
    response.writeHead(200, {
      "content-type": "image/webp",
      "content-length": bytes.length,
      "cache-control": "public, max-age=31536000, immutable",
    })
    response.end(request.method === "HEAD" ? undefined : bytes)
    return true
  }
}
