import { randomUUID } from "node:crypto"
import { addCardBy, callServer, fieldOf, withdrawBy } from "../support/app.ts"
import type { Member } from "./site.ts"

/** Gives a member a bank card to withdraw to, through the API. */
export const addCard = async (
  url: string,
  { token }: Pick<Member, "token">,
  bank = "First Bank",
  number = "4111111111111111",
): Promise<void> => {
  const card = { bank_name: bank, card_number: number, username: "Ada Obi" }
  fieldOf(await addCardBy(url, card, { token }), "id")
}

/** Asks for a withdrawal to the member's card that the demo's reviewer leaves to an operator. Its id. */
export const requestElsewhere = async (url: string, { token }: Pick<Member, "token">): Promise<string> => {
  const { said } = await callServer(url, "bankCards", {}, { token })
  const [card] = said.kind === "success" && Array.isArray(said.data) ? said.data : []
  const destination = { method: "bank", destination_id: String(Reflect.get(Object(card), "id")) } as const
  const request = { key: randomUUID(), amount: "5000.07", ...destination }
  return String(fieldOf(await withdrawBy(url, request, { token }), "id"))
}
