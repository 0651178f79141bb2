/** Whether the app that runs is still the one that the server has. */

const ownScript = (): string | null => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="boot"]')
  return script?.getAttribute("src") ?? null
}

/** True when the server's page asks for other code than this document did: what is missing here will never come. False where that cannot be found out. */
export const isOutdated = async (): Promise<boolean> => {
  const own = ownScript()
  if (own === null) return false
  try {
    const response = await fetch("/", { cache: "no-store" })
    return response.ok && !(await response.text()).includes(own)
  } catch {
    return false
  }
}
