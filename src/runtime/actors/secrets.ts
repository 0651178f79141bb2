/**
 * Passwords between a field and one call. An event carries only the handle; nothing outlives the
 * page.
 */

/** The oldest secret beyond this is dropped. */
const LIMIT = 8

export interface SecretStore {
  /** Stores a secret and returns its handle. */
  readonly keep: (secret: string) => string
  /** Returns a secret once. */
  readonly take: (handle: string) => string | undefined
}

export const createSecrets = (createKey: () => string): SecretStore => {
  const secrets = new Map<string, string>()
  return {
    keep: (secret) => {
      const handle = createKey()
      secrets.set(handle, secret)
      const oldest = secrets.size > LIMIT ? secrets.keys().next().value : undefined
      if (oldest !== undefined) secrets.delete(oldest)
      return handle
    },
    take: (handle) => {
      const secret = secrets.get(handle)
      secrets.delete(handle)
      return secret
    },
  }
}
