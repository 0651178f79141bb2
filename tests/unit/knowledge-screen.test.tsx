import { renderToStaticMarkup } from "react-dom/server"
import { IntlProvider } from "react-intl"
import { expect, it } from "vitest"
import english from "../../locales/en.json" with { type: "json" }
import type { KnowledgeCheck } from "../../src/domain/knowledge.ts"
import { KnowledgeView } from "../../src/features/knowledge/knowledge.tsx"
import type { FormView } from "../../src/features/patterns/form-view.tsx"

const form = (error?: string): FormView<"choice"> => ({
  field: (name) => ({ name, value: "", error, onChange: () => {}, onBlur: () => {} }),
  ...{ error: undefined, busy: false, focus: null, onSubmit: () => {} },
})

const begun: KnowledgeCheck = {
  ...{ isRequired: true, passedAtMs: null, leverageAtMs: null, nextAtMs: null, count: 8, answered: [] },
  next: { id: "1-1", position: 1, question: "How much?", answers: ["All", "Half", "None"] },
}
const answered = (isRight: boolean) => ({
  ...{
    question: "How much?",
    answer: isRight ? "All" : "Half",
    isRight,
    right: "All",
    why: "It is the stake.",
  },
})

const shown = (check: Partial<KnowledgeCheck>, error?: string): string =>
  renderToStaticMarkup(
    <IntlProvider locale="en-US" messages={english}>
      <KnowledgeView check={{ ...begun, ...check }} form={form(error)} />
    </IntlProvider>,
  )
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")

it("asks one question at a time and explains each answer", () => {
  expect(shown({})).toContain("Question 1 of 8 How much? All Half None")
  expect(shown({}, "Choose one.")).toContain("Choose one.")
  const next = { id: "1-2", position: 2, question: "Who pays?", answers: ["A", "B", "C"] }
  const wrong = shown({ next, answered: [answered(false)] })
  expect(wrong).toContain("Not right. The answer is: All It is the stake.")
  expect(wrong).toContain("Question 2 of 8 Who pays?")
  expect(shown({ next, answered: [answered(true)] })).toContain("That’s right It is the stake.")
})

it("says how an attempt went, from when the next one may begin, and from when leverage is open", () => {
  const failed = Array.from({ length: 8 }, (_, place) => answered(place < 5))
  expect(shown({ answered: failed })).toContain("Not passed: 5 of 8 right.")
  const waiting = shown({ answered: failed, next: null, nextAtMs: 1_800_000_000_000 })
  expect(waiting).toContain("You can try again from Jan 15, 2027")
  const passed = { passedAtMs: 1, leverageAtMs: 1_800_000_000_000, next: null }
  expect(shown({ ...passed, answered: failed.map(() => answered(true)) })).toContain(
    "You can buy contracts with leverage from Jan 15, 2027",
  )
  expect(shown({ isRequired: false, next: null })).toContain("without questions")
})
