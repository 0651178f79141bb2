import { createServer, type IncomingMessage } from "node:http"
import { Schema } from "effect"
import type { Engine } from "./engines.ts"
import { type Environment, type SiteFacts, startSite, type TestSite } from "./test-site.ts"

/** The sites that the files of a run share: those that ask for equal settings get the same one. */
export interface SharedSites {
  /** Where workers ask for one (`sharedSite`). */
  readonly url: string
  /** Stops every site. Throws if the books of one break an invariant. */
  readonly stop: () => Promise<void>
}

const readAll = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString("utf8")
}

const Settings = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))
const Facts = Schema.Struct({
  url: Schema.String,
  invitationCode: Schema.String,
  storage: Schema.Record(Schema.String, Schema.String),
})

/** Runs in the main process, which outlives the workers. A site starts when it is requested. */
export const openSharedSites = async (engine: Engine, common: Environment): Promise<SharedSites> => {
  const sites = new Map<string, Promise<TestSite>>()
  const siteFor = async (text: string): Promise<SiteFacts> => {
    const settings = Schema.decodeUnknownSync(Settings)(text)
    const name = JSON.stringify(Object.entries(settings).toSorted())
    const site = sites.get(name) ?? startSite(engine, { ...common, ...settings })
    sites.set(name, site)
    return (await site).facts
  }
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    readAll(request)
      .then(siteFor)
      .then(
        (facts) => answer(200, facts),
        (cause: unknown) => answer(500, String(cause)),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the shared sites have no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      const ends = await Promise.allSettled([...sites.values()].map(async (site) => (await site).stop()))
      const reasons = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []))
      if (reasons.length > 0) throw new Error(reasons.join("\n"))
    },
  }
}

/** The shared site with these settings besides the common ones. Throws if it does not start. */
export const sharedSite = async (sitesUrl: string, settings: Environment): Promise<SiteFacts> => {
  const response = await fetch(sitesUrl, { method: "POST", body: JSON.stringify(settings) })
  if (!response.ok) throw new Error(await response.text())
  return Schema.decodeUnknownSync(Facts)(await response.json())
}
