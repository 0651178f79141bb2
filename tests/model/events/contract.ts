import { casesFor } from "@financial-links/paths"
import { type AgreedContract, contractMachine } from "../../../machines/contract.ts"
import type { ContractEvent } from "../../../src/events/contract.ts"

const agreed: AgreedContract = {
  direction: "up",
  stake: "1000.00",
  leverage: 5,
  commissionPpm: 1_000,
  stopOutBps: 10_000,
  quotedPrice: "100.0000",
  slippageBps: 500,
  takeProfit: "110.0000",
  stopLoss: "95.0000",
  opensUntilMs: 10,
  lengthMs: 100,
  cancelsPassedLevels: true,
}

const tick = (price: string, at: number): ContractEvent => ({
  ...{ type: "contract.ticked", seq: at, price, at },
})

export const cases = casesFor(contractMachine, {
  inputs: [agreed, { ...agreed, takeProfit: "101.0000" }, { ...agreed, stopLoss: "100.5000" }],
  events: (): readonly ContractEvent[] => [
    tick("100.0000", 5),
    tick("101.0000", 6),
    tick("106.0000", 7),
    tick("110.0000", 8),
    tick("95.0000", 9),
    tick("80.0000", 9),
    tick("100.0000", 11),
    tick("100.0000", 200),
    { type: "contract.amended", takeProfit: null, stopLoss: "90.0000", at: 9 },
    { type: "contract.closeRequested", at: 9 },
    { type: "contract.timePassed", at: 9 },
    { type: "contract.timePassed", at: 10 },
    { type: "contract.timePassed", at: 200 },
  ],
})
