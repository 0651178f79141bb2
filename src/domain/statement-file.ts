/**
 * The file of a statement, as CSV (RFC 4180) or JSON. Each line ends with CRLF in CSV and LF in JSON. The
 * last line is the market's signature of the hash of everything before it, of the period and of the heads of
 * the posting chain at both ends. Debit and credit are two columns without a sign, so that no amount looks
 * like a formula, and texts that do begin with an apostrophe.
 */
import { Schema } from "effect"
import { AccountChangeCode } from "./cash.ts"
import { Amount } from "./entities.ts"
import { amountOf, type Kobo } from "./money.ts"

export type StatementFormat = "csv" | "json"

const Head = Schema.Struct({
  account: Schema.String,
  from: Schema.String,
  until: Schema.String,
  timeZone: Schema.String,
  currency: Schema.String,
  isProvisional: Schema.Boolean,
  note: Schema.String,
  opening: Amount,
  /** What the changes were chosen by; opening is then zero, and closing their sum. Absent: all. */
  filter: Schema.optionalKey(Schema.String),
})
export type StatementHead = typeof Head.Type

/** One change of the available balance. */
const Line = Schema.Struct({
  at: Schema.String,
  code: AccountChangeCode,
  kind: Schema.String,
  text: Schema.String,
  reference: Schema.String,
  debit: Amount,
  credit: Amount,
  balance: Amount,
})
export type StatementLine = typeof Line.Type

const Signature = Schema.Struct({
  at: Schema.String,
  /** SHA-256 of the bytes before the last line, in hexadecimal. */
  hash: Schema.String,
  /** The heads of the member's posting chain before and after the period. */
  before: Schema.String,
  after: Schema.String,
  /** The market's verifier key. */
  key: Schema.String,
  signature: Schema.String,
})
export type StatementSignature = typeof Signature.Type

/** What the market signs. */
export const statementText = ({
  at,
  hash,
  before,
  after,
}: Omit<StatementSignature, "key" | "signature">): string =>
  ["financial-links/statement", at, hash, before, after, ""].join("\n")

/** A change with its unsigned columns. */
export const statementLine = (
  line: Omit<StatementLine, "debit" | "credit" | "balance">,
  amount: Kobo,
  balance: Kobo,
): StatementLine => ({
  ...line,
  debit: amountOf(amount < 0n ? -amount : 0n),
  credit: amountOf(amount > 0n ? amount : 0n),
  balance: amountOf(balance),
})

/** The column names of the table, in the member's language. */
export type StatementColumns = Readonly<
  Record<"time" | "code" | "kind" | "text" | "reference" | "debit" | "credit" | "balance", string>
>

const BOM = "\uFEFF"
const COLUMNS = 9

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
const plain = (text: string): string => (/^[=+\-@\t\r\0]/.test(text) ? `'${text}` : text)
const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const csv = (...fields: readonly string[]): string =>
  `${Array.from({ length: COLUMNS }, (_, index) => field(fields[index] ?? "")).join(",")}\r\n`

const nothing = ["", "", ""] as const

const csvFile = {
  begin: (head: StatementHead, columns: StatementColumns): string => {
    const { time, code, kind, text, reference, debit, credit, balance } = columns
    return [
      BOM + csv("record", ...[time, code, kind, text, reference, debit, credit, balance].map(plain)),
      csv("note", ...nothing, plain(head.note)),
      csv("account", ...nothing, plain(head.account)),
      ...(head.filter === undefined ? [] : [csv("filter", ...nothing, plain(head.filter))]),
      csv("period", head.from, "", head.timeZone, head.until, head.isProvisional ? "provisional" : "final"),
      csv("opening", head.from, "", head.currency, ...nothing, "", head.opening),
    ].join("")
  },
  line: ({ at, code, kind, text, reference, ...amounts }: StatementLine): string =>
    csv(
      "change",
      at,
      String(code),
      plain(kind),
      plain(text),
      plain(reference),
      ...[...[amounts.debit, amounts.credit, amounts.balance]],
    ),
  end: (until: string, closing: string): string => csv("closing", until, "", "", ...nothing, "", closing),
  sign: ({ at, hash, before, after, key, signature }: StatementSignature): string =>
    csv("signature", at, "", key, hash, signature, before, after),
}

const jsonFile = {
  begin: (head: StatementHead): string => `{"statement":${JSON.stringify(head)},\n"changes":[`,
  line: (line: StatementLine, index: number): string => `${index === 0 ? "" : ","}\n${JSON.stringify(line)}`,
  end: (_until: string, closing: string): string => `\n],"closing":${JSON.stringify(closing)},\n`,
  sign: (signature: StatementSignature): string => `"signature":${JSON.stringify(signature)}}\n`,
}

export const statementFile = { csv: csvFile, json: jsonFile } as const

/** A file as it was read; null where it is no whole statement. */
export interface ReadStatement {
  readonly head: Pick<StatementHead, "account" | "from" | "until" | "opening" | "filter">
  readonly lines: ReadonlyArray<Pick<StatementLine, "debit" | "credit" | "balance">>
  readonly closing: string
  readonly signature: StatementSignature
  /** What was signed: everything before the last line. */
  readonly body: string
}

const decodeJson = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({ statement: Head, changes: Schema.Array(Line), closing: Amount, signature: Signature }),
  ),
)

const readJson = (text: string, body: string): ReadStatement => {
  const { statement: head, changes: lines, closing, signature } = decodeJson(text)
  return { head, lines, closing, signature, body }
}

/** The fields of each record of a CSV text. */
const csvRecords = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const records: Array<Array<string>> = [[]]
  for (const [whole, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (whole === "") break
    records.at(-1)?.push(quoted === undefined ? (bare ?? "") : quoted.replaceAll('""', '"'))
    if (end === "\r\n") records.push([])
  }
  return records.filter((record) => record.length === COLUMNS)
}

const readCsv = (text: string, body: string): ReadStatement | null => {
  const records = csvRecords(text.slice(BOM.length))
  const find = (name: string) => records.find(([record]) => record === name)
  const [account, period, opening, closing] = ["account", "period", "opening", "closing"].map(find)
  const filter = find("filter")?.[4]
  const signed = records.at(-1)
  if (!account || !period || !opening || !closing || signed?.[0] !== "signature") return null
  const [, at = "", , key = "", hash = "", signature = "", before = "", after = ""] = signed
  return {
    head: {
      account: account[4] ?? "",
      from: period[1] ?? "",
      until: period[4] ?? "",
      opening: opening[8] ?? "",
      ...(filter !== undefined && { filter }),
    },
    lines: records
      .filter(([record]) => record === "change")
      .map(([, , , , , , debit = "", credit = "", balance = ""]) => ({ debit, credit, balance })),
    closing: closing[8] ?? "",
    signature: { at, hash, before, after, key, signature },
    body,
  }
}

/** Whether a text is meant to be the file of a statement. */
export const isStatementFile = (text: string): boolean =>
  text.startsWith(`${BOM}record,`) || text.startsWith('{"statement":')

/** Reads the file of a statement. Null where it is cut off or damaged. */
export const readStatementFile = (text: string): ReadStatement | null => {
  const isCsv = text.startsWith(BOM)
  const last = text.lastIndexOf("\n", text.length - 2) + 1
  if (!text.endsWith("\n") || last === 0) return null
  try {
    return isCsv ? readCsv(text, text.slice(0, last)) : readJson(text, text.slice(0, last))
  } catch {
    return null
  }
}
