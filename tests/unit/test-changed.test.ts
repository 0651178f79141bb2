import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { projectRoot } from "../../scripts/run.ts"
import { endToEndFor, routesOf } from "../../scripts/test-changed.ts"
import { ROUTES } from "../../src/navigation/routes.ts"

const features = readdirSync(join(projectRoot, "src/features")).filter((name) => name !== "patterns")

describe("the tests of a change", () => {
  it("visit each route with exactly one feature", () => {
    expect(features.flatMap(routesOf).toSorted()).toEqual(ROUTES.map(({ name }) => name).toSorted())
  })

  it("check the pages of a changed feature and drive its flow", () => {
    expect(endToEndFor(["src/features/withdraw/withdraw.tsx"])).toEqual({
      endToEnd: ["tests/e2e/double-tap.test.ts", "tests/e2e/accessibility-phone.test.ts"],
      routes: ["withdraw", "withdraw-record", "withdraw-record-detail"],
    })
  })

  it("check pages that show the shared components when one of them changed", () => {
    expect(endToEndFor(["src/ui/Button.tsx"]).routes).toContain("home")
  })

  it("open no browser for a change of the server alone", () => {
    expect(endToEndFor(["server/orders/orders.ts"])).toEqual({ endToEnd: [], routes: [] })
  })

  it("name files that are there", () => {
    const driven = features.flatMap((name) => endToEndFor([`src/features/${name}/a.tsx`]).endToEnd)
    expect(driven.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([])
  })
})
