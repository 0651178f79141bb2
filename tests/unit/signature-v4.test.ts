import { describe, expect, it } from "vitest"
import { signedHeaders, type UnsignedRequest } from "../../server/core/signature-v4.ts"

/** Examples of Amazon's "Signature Calculations for the Authorization Header", API version 2006-03-01. */
const key = {
  keyId: "AKIAIOSFODNN7EXAMPLE",
  secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
}
const atMs = Date.UTC(2013, 4, 24)
const request = (path: string, differs: Partial<UnsignedRequest> = {}): UnsignedRequest => ({
  method: "GET",
  url: new URL(`https://examplebucket.s3.amazonaws.com${path}`),
  headers: {},
  body: new Uint8Array(),
  atMs,
  ...differs,
})
const signatureOf = (wanted: UnsignedRequest): string | undefined =>
  signedHeaders(wanted, key).authorization?.split("Signature=")[1]

describe("signature version 4", () => {
  it("is that of the published example of a read", () => {
    const wanted = request("/test.txt", { headers: { range: "bytes=0-9" } })
    expect(signedHeaders(wanted, key)).toEqual({
      range: "bytes=0-9",
      "x-amz-date": "20130524T000000Z",
      "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      authorization: [
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request",
        "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date",
        "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
      ].join(", "),
    })
  })

  it("is that of the published example of a write, whose name has a character to encode", () => {
    const wanted = request("/test$file.text", {
      method: "PUT",
      headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      body: new TextEncoder().encode("Welcome to Amazon S3."),
    })
    expect(signatureOf(wanted)).toBe("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
  })

  it("encodes what a URL need not, whether the path is encoded already or not", () => {
    // by Python's hmac and urllib.parse.quote
    const expected = "46feb57a53046b0464e6659b31c53815640d311c2dacffc0fd718e7e10a91f09"
    expect(signatureOf(request("/a b!'(c)*"))).toBe(expected)
    expect(signatureOf(request("/a%20b%21%27%28c%29%2a"))).toBe(expected)
  })

  it("takes headers without the spaces around their values", () => {
    const ranged = (range: string) => signatureOf(request("/test.txt", { headers: { range } }))
    expect(ranged(" bytes=0-9 ")).toBe(ranged("bytes=0-9"))
  })
})
