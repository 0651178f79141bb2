/** Uploads in a browser, which reports their progress, to a real server that records them. */
import type { Area, Case, Plain, Tools } from "../area.ts"
import { spelledErrMsg, wantedBy } from "../better.ts"
import { onlyKnown, stepsOf } from "../notation.ts"
import { isPlain } from "../plain.ts"
import { isAborting, withServer } from "./request.ts"

const GIVEN =
  /^(server|status|statusCode|body|response|responseBody|delayMs|responseDelayMs|file|files|callbacks)$/
const STEP =
  /^(call|url|file|filePath|files|name|header|formData|timeout|abort|task|waitMs|await|callbacks|onProgress)$/
const USUAL_PATH = "/echo"

/** The parts of a recorded multipart body. */
const partsOf = (contentType: string, body: string): readonly Plain[] => {
  const boundary = /boundary=(\S+)/.exec(contentType)?.[1]
  if (boundary === undefined) return []
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = "", ...rest] = part.split("\r\n\r\n")
      const value = rest.join("\r\n\r\n").replace(/\r\n$/, "")
      const name = /[; ]name="([^"]*)"/.exec(head)?.[1]
      const fileName = /filename="([^"]*)"/.exec(head)?.[1]
      return { name, fileName, value, size: value.length }
    })
}

const urlOf = (base: string, step: Plain): unknown => {
  if (!("url" in step)) return Object.keys(step).length <= 1 ? undefined : base + USUAL_PATH
  return typeof step.url === "string" && step.url.startsWith("/") ? base + step.url : step.url
}

const isAbort = (step: Plain | undefined): boolean => step !== undefined && isAborting(step)

const perform = async ({ given, when }: Case, { page }: Tools, base: string): Promise<Plain> => {
  const shown = await page()
  await shown.evaluate(() => window.harness.mount("upload", {}))
  const call = (name: string, argument: unknown) =>
    shown.evaluate(async ([what, how]) => await window.harness.call(String(what), how), [name, argument])
  for (const [index, step] of when.entries()) {
    onlyKnown("when", step, STEP)
    if (isAbort(step)) await call("abort", null)
    else if (typeof step.waitMs === "number") await shown.waitForTimeout(step.waitMs)
    else if (step.call === "uploadFile") {
      const file = step.file ?? given.file
      await call("begin", { ...step, file, files: step.files ?? given.files, url: urlOf(base, step) })
      const next = when[index + 1]
      if (!isAbort(next) && !(next && "waitMs" in next)) await call("ended", null)
    } else if (step.await !== true) throw new Error(`no call is named ${String(step.call)}`)
  }
  const seen = await call("ended", null)
  return isPlain(seen) ? seen : {}
}

const observe = async (testCase: Case, tools: Tools): Promise<Plain> => {
  onlyKnown("given", testCase.given, GIVEN)
  return await withServer(testCase, async (server) => {
    const seen = await perform(testCase, tools, server.url)
    const recorded = server.received.at(-1)
    const parts = partsOf(recorded?.contentType ?? "", recorded?.body ?? "")
    const [file] = parts.filter(({ fileName }) => fileName !== undefined)
    const fields = parts.filter(({ fileName }) => fileName === undefined)
    const asked = stepsOf([testCase.then.header]).flatMap(Object.keys)
    return {
      ...seen,
      method: recorded?.method,
      url: recorded?.url,
      contentType: recorded?.contentType?.split(";")[0] ?? null,
      name: file?.name,
      fileName: file?.fileName,
      fileSize: file?.size,
      files: parts.filter(({ fileName }) => fileName !== undefined).map(({ name }) => name),
      formData: Object.fromEntries(fields.map(({ name, value }) => [String(name), value])),
      fields: Object.fromEntries(fields.map(({ name, value }) => [String(name), value])),
      header: Object.fromEntries(asked.map((name) => [name, recorded?.headers[name.toLowerCase()]])),
      requests: server.received.length,
    }
  })
}

export const uploadArea: Area = { observe, wanted: wantedBy(spelledErrMsg) }
