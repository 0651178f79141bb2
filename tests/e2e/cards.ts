import { callServer, fieldOf } from "../support/app.ts"
import type { Member } from "./site.ts"

/** Gives a member a bank card to withdraw to, through the API. */
export const addCard = async (
  url: string,
  { token }: Pick<Member, "token">,
  bank = "First Bank",
  number = "4111111111111111",
): Promise<void> => {
  const card = { bank_name: bank, card_number: number, username: "Ada Obi" }
  fieldOf(await callServer(url, "bankCardAdd", card, { token }), "id")
}
