/** Reads the body of an answer. Throws when it is larger than `maxBytes`. */
export const readAtMost = async (response: Response, maxBytes: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error("the answer is too large")
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * Fetches a text of limited size. A redirect is an error, because it could leave the configured
 * host.
 */
export const fetchText = async (url: URL, signal: AbortSignal, maxBytes: number): Promise<string> => {
  const response = await fetch(url, { signal, redirect: "error", headers: { accept: "application/json" } })
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`)
  return Buffer.from(await readAtMost(response, maxBytes)).toString("utf8")
}
