import type { Page } from "playwright-core"
import type { Authenticator } from "./authenticator.ts"

/**
 * The browser's own authenticator, whose user is there and is verified whenever it asks. It may hold a
 * passkey that was made in software.
 */
export const addAuthenticator = async (page: Page, passkey?: Authenticator): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("WebAuthn.enable")
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...({ protocol: "ctap2", transport: "internal", hasResidentKey: true } as const),
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  if (passkey === undefined) return
  const { credentialId, privateKey } = passkey.exported()
  const credential = { credentialId, privateKey, isResidentCredential: true, rpId: "localhost" }
  // seconds, so that another browser with the same passkey is no copy that stayed behind
  const signCount = Math.floor(Date.now() / 1_000)
  const held = { ...credential, userHandle: credentialId, signCount }
  await devtools.send("WebAuthn.addCredential", { authenticatorId, credential: held })
}
