/** Whether the file of a statement is whole and of this market: signature, hash and sums. */
import { createHash } from "node:crypto"
import { readMarketKey } from "../../src/domain/check-settlement.ts"
import { koboOf } from "../../src/domain/money.ts"
import {
  type ReadStatement,
  readStatementFile,
  statementFile,
  statementText,
} from "../../src/domain/statement-file.ts"
import { isSignedBy } from "../../src/domain/tick-log/signed-note.ts"
import { isAmount } from "../../src/domain/validate.ts"

export type StatementVerdict =
  | { readonly kind: "whole"; readonly statement: ReadStatement }
  | { readonly kind: "refused"; readonly reason: "unreadable" | "changed" | "key" | "sum" }

/** Opening and every change give each balance, and the last one is the closing. */
const addsUp = ({ head, lines, closing }: ReadStatement): boolean => {
  const amounts = [head.opening, closing, ...lines.flatMap((line) => [line.debit, line.credit, line.balance])]
  if (!amounts.every(isAmount)) return false
  let balance = koboOf(head.opening)
  for (const line of lines) {
    balance += koboOf(line.credit) - koboOf(line.debit)
    if (balance !== koboOf(line.balance)) return false
  }
  return balance === koboOf(closing)
}

/** The last line is written in one way alone, so that no byte of it can differ. */
const isCanonical = ({ body, signature }: ReadStatement, text: string): boolean => {
  const bytes = Buffer.from(signature.signature, "hex")
  const file = statementFile[text.startsWith("{") ? "json" : "csv"]
  return bytes.toString("hex") === signature.signature && body + file.sign(signature) === text
}

const isOfMarket = ({ signature }: ReadStatement, marketKey: string | null): Promise<boolean> => {
  if (marketKey !== null && marketKey !== signature.key) return Promise.resolve(false)
  const publicKey = readMarketKey(signature.key)
  if (publicKey === null) return Promise.resolve(false)
  const text = new Uint8Array(Buffer.from(statementText(signature)))
  return isSignedBy(publicKey, text, new Uint8Array(Buffer.from(signature.signature, "hex")))
}

/** Verifies a file offline. Without the market's key the one in the file is taken. */
export const verifyStatement = async (text: string, marketKey: string | null): Promise<StatementVerdict> => {
  const statement = readStatementFile(text)
  if (statement === null || !isCanonical(statement, text)) return { kind: "refused", reason: "unreadable" }
  const hash = createHash("sha256").update(statement.body).digest("hex")
  if (hash !== statement.signature.hash) return { kind: "refused", reason: "changed" }
  if (!(await isOfMarket(statement, marketKey))) return { kind: "refused", reason: "key" }
  return addsUp(statement) ? { kind: "whole", statement } : { kind: "refused", reason: "sum" }
}
