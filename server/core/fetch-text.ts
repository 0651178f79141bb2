/**
 * Fetches a text of limited size. A redirect is an error, because it could leave the configured
 * host.
 */
export const fetchText = async (url: URL, signal: AbortSignal, maxBytes: number): Promise<string> => {
  const response = await fetch(url, { signal, redirect: "error", headers: { accept: "application/json" } })
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error("the answer is too large")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}
