import { expect, it } from "vitest"
import { unprovided, unprovidedAction } from "../../src/domain/unprovided.ts"

it("a stub that the runtime did not replace says which one it is", () => {
  expect(unprovided("browser")).toThrow("browser is not provided")
  const action = unprovidedAction<{ readonly id: string }>("warn")
  expect(() => action(null, { id: "a" })).toThrow("warn is not provided")
})
