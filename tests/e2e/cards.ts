import { callServer, fieldOf } from "../support/app.ts"
import type { Member } from "./site.ts"

/** Gives a member a bank card to withdraw to, through the API. */
export const addCard = async (url: string, { token }: Pick<Member, "token">): Promise<void> => {
  const card = { bank_name: "First Bank", card_number: "4111111111111111", username: "Ada Obi" }
  fieldOf(await callServer(url, "bankCardAdd", card, { token }), "id")
}
