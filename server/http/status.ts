import { REASONS } from "../../src/contract/errors.ts"

const statuses: ReadonlyMap<string, number> = new Map(Object.entries(REASONS))

/**
 * HTTP status of a refusal's reason. Field checks are business answers (200); an unknown reason is
 * a server fault (500).
 */
export const statusOf = (reason: string): number =>
  statuses.get(reason) ?? (reason.startsWith("field.") ? 200 : 500)
