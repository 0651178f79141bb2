/** Saves the file of a statement to the device. */
import { Effect } from "effect"
import { useState } from "react"
import { type ApiError, NoAnswer, Refused, TokenInvalid } from "../../contract/errors.ts"
import { statementFilePath } from "../../contract/record-endpoints.ts"
import { languageHeaders } from "../../contract/wire-request.ts"
import { FRAMEWORK_TIMEOUT_MS } from "../../domain/limits.ts"
import type { RecordFilter } from "../../domain/record-filter.ts"
import type { Period } from "../../domain/statement.ts"
import type { StatementFormat } from "../../domain/statement-file.ts"
import { type Caller, exchange, silent } from "../api/api-client.ts"
import { useApiLayer } from "./runtime-context.tsx"
import { saveFile } from "./use-share.ts"

/** One attempt. A link of the path would lack the token. */
const attempt = (
  caller: Caller,
  filter: RecordFilter & Period,
  format: StatementFormat,
): Effect.Effect<Blob, ApiError> => {
  const search = new URLSearchParams({ ...filter, format })
  const init: RequestInit = {
    headers: { token: caller.token() ?? "", ...languageHeaders(caller.locale()) },
    credentials: "omit",
    redirect: "error",
    cache: "no-store",
  }
  return exchange(
    (signal) => fetch(`${caller.baseUrl}/${statementFilePath}?${search}`, { ...init, signal }),
    (response) => response.blob(),
  ).pipe(
    Effect.mapError(({ kind }) => silent(kind)),
    Effect.flatMap(({ status, headers, body }): Effect.Effect<Blob, ApiError> => {
      if (headers["content-disposition"] !== undefined) return Effect.succeed(body)
      if (status === 401) return new TokenInvalid({ message: "" })
      // the period is valid: it was read before
      if (status === 200) return new Refused({ reason: "statement.too-many", message: "" })
      return new NoAnswer({ kind: status >= 500 ? "server" : "malformed", status })
    }),
  )
}

export interface StatementSaving {
  readonly busy: boolean
  /** Why the last file was not saved. */
  readonly failed: "statement.failed" | "error.statement.too-many" | undefined
  readonly onSave: (format: StatementFormat) => void
}

/** The file of a period; of the changes alone that the filter leaves. */
export const useStatementFile = (filter: RecordFilter & Period): StatementSaving => {
  const { run } = useApiLayer()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<StatementSaving["failed"]>()
  const onSave = (format: StatementFormat) => {
    setBusy(true)
    setFailed(undefined)
    const file = run({
      ...{ name: "statementFile", method: "GET", envelope: "code", timeoutMs: FRAMEWORK_TIMEOUT_MS },
      attempt: (caller) => attempt(caller, filter, format),
    })
    const saved = Effect.match(file, {
      onSuccess: (blob) => saveFile(`statement-${filter.from}-${filter.to}.${format}`, blob),
      onFailure: ({ _tag }) =>
        setFailed(_tag === "Refused" ? "error.statement.too-many" : "statement.failed"),
    })
    void Effect.runPromise(saved).finally(() => setBusy(false))
  }
  return { busy, failed, onSave }
}
