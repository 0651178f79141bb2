/** The variables of the image bucket. */
import { isLoopbackUrl } from "../../src/domain/links.ts"
import { isHttpsUrl } from "../../src/domain/validate.ts"
import { ConfigRefused, type Environment, read, textThat } from "./variable.ts"

/** A bucket of an S3-compatible store. */
export interface BucketSettings {
  /** The address of the bucket, without a slash at the end. */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

/** Reads the variables of the image bucket. Throws `ConfigRefused` unless all or none are given. */
export const readBucket = (environment: Environment): BucketSettings | null => {
  const get = (name: string, holds: (text: string) => boolean, expected: string) =>
    read(environment, `IMAGE_BUCKET${name}`, textThat(holds), null, expected)
  const url = get(
    "",
    (text) => isHttpsUrl(text) || isLoopbackUrl(text),
    "an address that begins with https://, or with http:// on this machine",
  )
  const region = get("_REGION", (text) => /^[a-z0-9-]{1,64}$/.test(text), "a region such as eu-central-1")
  const keyId = get("_KEY_ID", (text) => /^[\x21-\x7e]{1,128}$/.test(text), "the id of an access key")
  const secret = get("_SECRET", (text) => /^[\x21-\x7e]{1,256}$/.test(text), "the secret of that key")
  if (url === null && region === null && keyId === null && secret === null) return null
  if (url !== null && region !== null && keyId !== null && secret !== null)
    return { url: url.replace(/\/+$/, ""), region, keyId, secret }
  throw new ConfigRefused({
    message:
      "IMAGE_BUCKET, IMAGE_BUCKET_REGION, IMAGE_BUCKET_KEY_ID and IMAGE_BUCKET_SECRET are required together.",
  })
}
