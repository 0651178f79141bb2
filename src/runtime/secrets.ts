/** Passwords on their way from a field to one call. Only a handle travels in an event; nothing here outlives the page. */

/** More than this are never on their way at once; the oldest is forgotten. */
const LIMIT = 8

export interface SecretStore {
  /** Keeps a secret and gives the handle for an event. */
  readonly keep: (secret: string) => string
  /** Gives a secret once. */
  readonly take: (handle: string) => string | undefined
}

export const createSecrets = (createKey: () => string): SecretStore => {
  const kept = new Map<string, string>()
  return {
    keep: (secret) => {
      const handle = createKey()
      kept.set(handle, secret)
      const oldest = kept.size > LIMIT ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
      return handle
    },
    take: (handle) => {
      const secret = kept.get(handle)
      kept.delete(handle)
      return secret
    },
  }
}
