import { encodeStored } from "../../src/runtime/effects/device-storage.ts"
import { callServer, fieldOf, goodPassword } from "../support/app.ts"

/** A new member, and its session as it is kept on a device. */
export const newMember = async (url: string, invitation_code: string, username: string) => {
  const answer = await callServer(url, "register", { username, password: goodPassword, invitation_code })
  const token = String(fieldOf(answer, "token"))
  const user = encodeStored(fieldOf(answer, "user"), null)
  const localStorage = [
    { name: "app_token", value: token },
    { name: "app_user", value: user },
  ]
  return { username, token, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } }
}
