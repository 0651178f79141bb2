import { expect, it } from "vitest"
import type { CheckedSettlement } from "../../src/runtime/hooks/use-settlement-check.ts"
import { settlementCheck } from "../../src/runtime/hooks/use-settlement-check.ts"

const foundAs = (kind: "pending" | "refused"): CheckedSettlement => ({
  verdict: kind === "pending" ? { kind } : { kind, reason: "exit", published: "1.00", recomputed: "2.00" },
  openedTiles: 3,
  isCompared: true,
})

it("is done with a verdict, awaits a proof that is not there yet, and fails without an answer", async () => {
  const after = async (found: Promise<CheckedSettlement>) => (await settlementCheck(() => found)).phase
  expect(await after(Promise.resolve(foundAs("refused")))).toBe("done")
  expect(await after(Promise.resolve(foundAs("pending")))).toBe("awaiting")
  expect(await after(Promise.reject(new Error("no network")))).toBe("failed")
})
