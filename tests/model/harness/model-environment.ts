import { modelPages } from "../../../scripts/model-folder.ts"
import type { Environment } from "../../support/test-site.ts"

/**
 * Settings of a server for model runs: fault injection, short reviews, and market days so long that
 * no contract ends while a path runs.
 */
export const modelEnvironment = (seed: string): Environment => ({
  FAULT_LAB: "1",
  PAGES_DIR: modelPages,
  DAY_MS: "3600000",
  TICK_MS: "300",
  FRAME_MS: "300",
  MARKET_SEED: seed,
})
