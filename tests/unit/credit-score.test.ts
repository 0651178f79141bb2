import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { maskedAccount } from "../../server/members/invitations.ts"
import { type CreditHistory, creditScoreOf, levelOf } from "../../server/members/member-record.ts"
import { maskedIdNumber } from "../../server/members/real-name.ts"
import { maskedCard } from "../../server/payments/payment-methods.ts"

const dayMs = 86_400_000
const newcomer: CreditHistory = {
  isVerified: false,
  creditedDeposits: 0,
  completedContracts: 0,
  registeredAtMs: 0,
}

describe("the credit score", () => {
  it("begins at 500 and lists its parts", () => {
    expect(creditScoreOf(newcomer, 0)).toEqual({
      score: 500,
      factors: [
        { factor: "base", points: 500 },
        { factor: "verified", points: 0 },
        { factor: "deposits", points: 0 },
        { factor: "contracts", points: 0 },
        { factor: "tenure", points: 0 },
      ],
    })
  })

  it("counts each factor as the help article says", () => {
    const history = { ...newcomer, isVerified: true, creditedDeposits: 3, completedContracts: 20 }
    expect(creditScoreOf(history, 14 * dayMs).factors.map(({ points }) => points)).toEqual([
      500, 200, 30, 40, 2,
    ])
  })

  it("is the sum of its factors and stays between 500 and 1000", () => {
    const history = fc.record({
      isVerified: fc.boolean(),
      creditedDeposits: fc.nat(),
      completedContracts: fc.nat(),
      registeredAtMs: fc.nat(),
    })
    fc.assert(
      fc.property(history, fc.nat(), (each, nowMs) => {
        const { score, factors } = creditScoreOf(each, nowMs)
        expect(score).toBe(factors.reduce((sum, { points }) => sum + points, 0))
        expect(score).toBeGreaterThanOrEqual(500)
        expect(score).toBeLessThanOrEqual(1_000)
      }),
    )
  })
})

describe("the level", () => {
  it("is one more for each fact about the account", () => {
    expect(levelOf(newcomer, 0)).toBe(1)
    expect(levelOf({ ...newcomer, isVerified: true }, 0)).toBe(2)
    expect(
      levelOf({ ...newcomer, isVerified: true, creditedDeposits: 1, completedContracts: 10 }, 90 * dayMs),
    ).toBe(5)
  })
})

describe("masking", () => {
  it("leaves what the owner recognises", () => {
    expect(maskedCard("4242")).toBe("•••• 4242")
    expect(maskedIdNumber("12345678901")).toBe("••••••••901")
    expect(maskedIdNumber("AB123")).toBe("••••3")
    expect(maskedAccount("adaobi")).toBe("ad•••i")
    expect(maskedAccount("ada")).toBe("a•••")
  })
})
