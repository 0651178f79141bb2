import { expect } from "vitest"
import { successBody } from "../../src/contract/envelope.ts"
import type { Inspector } from "../../src/runtime/actors/inspector.ts"
import type { Runtime, RuntimeOptions } from "../../src/runtime/actors/runtime.ts"
import { type Answer, json } from "./answering-server.ts"
import { configOf } from "./config.ts"
import { encodeAnswer } from "./encoded-answer.ts"
import { openRuntime } from "./in-process-runtime.ts"

export const configured: Answer = json(successBody("code", encodeAnswer("systemConfig", configOf())))

/** The app without screens, at its first page, with an inspector. */
export const openInspectedApp = async (
  inspector: Inspector | undefined,
  answer: Answer = configured,
  loadMember?: RuntimeOptions["loadMember"],
): Promise<{ readonly system: Runtime; readonly close: () => Promise<void> }> => {
  const { system, close } = await openRuntime(answer, { inspector, ...(loadMember && { loadMember }) })
  await system.start()
  await expect.poll(() => system.boot.startup.getSnapshot().matches("on")).toBe(true)
  return { system, close }
}
