/** The ceremonies of passkeys, loaded with the first use: they bring a library. */
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser"
import { Effect } from "effect"
import { Refused } from "../../contract/errors.ts"
import {
  CHALLENGE_MS,
  type NewPasskey,
  PASSKEY_ALGORITHMS,
  type PasskeyChallenge,
} from "../../domain/passkey.ts"
import { CANCELLED } from "../../domain/problem.ts"
import type { ApiLayer } from "./api-layer.ts"

/** A page shows the name of the site; authenticators show it too. */
const SITE_NAME = "Financial Links"
/** A challenge is not used in its last half minute: its answer would come too late. */
const FRESH_MS = CHALLENGE_MS - 30_000

const REASONS: Readonly<Record<string, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "passkey.already",
  ERROR_INVALID_DOMAIN: "passkey.address",
  ERROR_INVALID_RP_ID: "passkey.address",
}

/** The answer of the authenticator as text. What the member or the time has cancelled is no error. */
const answerOf = (ceremony: () => Promise<object>) =>
  Effect.tryPromise({
    try: async () => JSON.stringify(await ceremony()),
    catch: (cause) => {
      const reason = cause instanceof WebAuthnError ? REASONS[cause.code] : undefined
      return new Refused({ reason: reason ?? CANCELLED, message: "" })
    },
  })

/** Makes a passkey that finds its member by itself. */
export const createPasskey = ({ challenge, rpId, username, userHandle, known }: NewPasskey) =>
  answerOf(() =>
    startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rpId, name: SITE_NAME },
        user: { id: userHandle, name: username, displayName: username },
        pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: known.map((id) => ({ type: "public-key", id })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
        timeout: FRESH_MS,
      },
    }),
  )

/** Has a challenge signed. An offer waits in the list of the name field until the member chooses it. */
const signChallenge = ({ challenge, rpId }: PasskeyChallenge, isOffer = false) =>
  answerOf(() =>
    startAuthentication({
      optionsJSON: { challenge, rpId, userVerification: "required", timeout: FRESH_MS },
      useBrowserAutofill: isOffer,
    }),
  )

/** Has the challenge of a confirmation signed. Null where the member has cancelled. */
export const signConfirmation = (challenge: PasskeyChallenge): Promise<string | null> =>
  Effect.runPromise(Effect.orElseSucceed(signChallenge(challenge), () => null))

/**
 * The log-in by passkey of one page. The challenge is asked for beforehand, so that a tap opens the
 * authenticator at once; the name field offers passkeys with it, until a tap takes it over.
 */
export const openPasskeyLogin = ({ call }: Pick<ApiLayer, "call">, send: (assertion: string) => void) => {
  let held: { readonly challenge: PasskeyChallenge; readonly atMs: number } | null = null
  let isClosed = false
  const isFresh = () => held !== null && performance.now() - held.atMs < FRESH_MS

  const hold = Effect.fnUntraced(function* () {
    if (held === null || !isFresh())
      held = { challenge: yield* call("passkeyChallenge", {}, { quiet: true }), atMs: performance.now() }
    return held.challenge
  })
  const sign = Effect.fnUntraced(function* (isOffer: boolean) {
    const assertion = yield* signChallenge(yield* hold(), isOffer)
    held = null
    send(assertion)
  })
  /** Goes on with a new challenge when one is over or was refused; ends when a tap takes over. */
  const offer = async (): Promise<void> => {
    // a tap needs it too, where the name field offers none
    await Effect.runPromise(Effect.ignore(hold()))
    if (!(await browserSupportsWebAuthnAutofill())) return
    let isOver = true
    while (isOver && !isClosed) {
      const timer = setTimeout(() => WebAuthnAbortService.cancelCeremony(), FRESH_MS)
      const result = await Effect.runPromise(Effect.result(sign(true)))
      clearTimeout(timer)
      isOver = result._tag === "Success" || (held !== null && !isFresh())
    }
  }
  return {
    offer,
    /** Resolves with why there was none; null after a signature. */
    ask: async (): Promise<{ readonly reason: string } | null> => {
      const result = await Effect.runPromise(Effect.result(sign(false)))
      // the next challenge must not come before the log-in's answer
      if (result._tag === "Success") return null
      void offer()
      const { failure } = result
      return { reason: failure._tag === "Refused" ? failure.reason : "no-answer.network" }
    },
    close: () => {
      isClosed = true
      WebAuthnAbortService.cancelCeremony()
    },
  }
}
