import { describe, expect, it } from "vitest"
import webPush from "web-push"
import { isPublicAddress, isPushEndpoint, lookUpPublic } from "../../server/push/push-endpoint.ts"
import { decryptPush, senderOf } from "../support/push-service.ts"

const contact = "mailto:operator@links.example"
const pair = webPush.generateVAPIDKeys()

describe("an address for push messages", () => {
  it.each(["https://fcm.googleapis.com/fcm/send/a", "https://web.push.apple.com/b"])("may be %s", (url) => {
    expect(isPushEndpoint(url, [])).toBe(true)
  })

  it.each([
    "http://push.example.com/a",
    "https://push.example.com:8443/a",
    "https://user@push.example.com/a",
    "https://10.0.0.1/a",
    "https://[::1]/a",
    "https://2130706433/a",
    "https://0x7f.1/a",
    "https://localhost/a",
    "https://intranet/a",
    "ftp://push.example.com/a",
    "push.example.com",
  ])("may not be %s", (url) => {
    expect(isPushEndpoint(url, [])).toBe(false)
  })

  it("may be private only where the origin is configured", () => {
    expect(isPushEndpoint("http://127.0.0.1:9/a", ["http://127.0.0.1:9"])).toBe(true)
    expect(isPushEndpoint("http://127.0.0.1:10/a", ["http://127.0.0.1:9"])).toBe(false)
  })

  it("resolves to public addresses", () => {
    for (const address of ["93.184.216.34", "2606:2800:220:1::1"]) expect(isPublicAddress(address)).toBe(true)
    for (const address of [
      ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.31.0.1", "192.168.1.1"],
      ...["224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "fd00::1", "fe80::1", "ff02::1"],
      ...["64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "name"],
    ])
      expect(isPublicAddress(address), address).toBe(false)
  })

  it("is not connected to when its name stands for a private address", async () => {
    const refused = await new Promise<NodeJS.ErrnoException | null>((resolve) =>
      lookUpPublic("localhost", {}, (error) => resolve(error)),
    )
    expect(refused?.code).toBe("EACCES")
  })
})

describe("the encryption", () => {
  it("is that of the example of RFC 8291", () => {
    const body = Buffer.from(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
      "base64url",
    )
    const receiver = {
      privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    }
    expect(decryptPush(body, receiver)).toBe("When I grow up, I want to be a watermelon")
  })

  it("is signed by the site's key alone", () => {
    const own = webPush.getVapidHeaders(
      "https://a.example",
      contact,
      pair.publicKey,
      pair.privateKey,
      "aes128gcm",
    )
    expect(senderOf(own.Authorization)).toMatchObject({ audience: "https://a.example" })
    const other = webPush.generateVAPIDKeys().publicKey
    expect(senderOf(own.Authorization.replace(pair.publicKey, other))).toBeNull()
  })
})
