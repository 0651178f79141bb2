import { useIntl } from "react-intl"
import type { KnowledgeCheck } from "../../domain/knowledge.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Button } from "../../ui/Button.tsx"
import { ChoiceList } from "../../ui/ChoiceList.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import formStyles from "../patterns/form-view.module.css"
import { FormFrame, type FormView } from "../patterns/form-view.tsx"
import { Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"

export interface KnowledgeViewProps {
  readonly check: KnowledgeCheck
  readonly form: FormView<"choice">
}

/** The last answer with its explanation, and how the attempt went if it was its last one. */
const LastAnswer = ({ check }: Pick<KnowledgeViewProps, "check">) => {
  const intl = useIntl()
  const text = useText()
  const { answered, count, passedAtMs } = check
  const last = answered.at(-1)
  if (last === undefined) return null
  const right = answered.filter(({ isRight }) => isRight).length
  return (
    <>
      <Notice
        announced
        tone={last.isRight ? "success" : "warning"}
        title={
          last.isRight
            ? text("knowledge.right")
            : intl.formatMessage({ id: "knowledge.wrong" }, { right: last.right })
        }
      >
        {last.why}
      </Notice>
      {answered.length === count && passedAtMs === null ? (
        <Notice tone="danger">{intl.formatMessage({ id: "knowledge.failed" }, { right, count })}</Notice>
      ) : null}
    </>
  )
}

/** The next question; or that the check is passed, waits, or is not asked for. */
const Next = ({ check, form }: KnowledgeViewProps) => {
  const intl = useIntl()
  const text = useText()
  const { next, count, leverageAtMs, nextAtMs } = check
  if (leverageAtMs !== null)
    return (
      <Notice tone="success">
        {intl.formatMessage({ id: "knowledge.passed" }, { until: leverageAtMs })}
      </Notice>
    )
  if (nextAtMs !== null)
    return <Notice>{intl.formatMessage({ id: "error.knowledge.wait" }, { until: nextAtMs })}</Notice>
  if (next === null) return <Notice>{text("knowledge.off")}</Notice>
  const field = form.field("choice")
  return (
    <div className={formStyles.form}>
      <FormFrame form={form}>
        <p>{intl.formatMessage({ id: "knowledge.question" }, { position: next.position, count })}</p>
        <ChoiceList
          label={<strong>{next.question}</strong>}
          name="choice"
          choices={next.answers.map((title, place) => ({ id: `${next.id}.${place}`, title }))}
          chosen={field.value}
          onChoose={field.onChange}
          error={field.error}
        />
        <Button type="submit" wide busy={form.busy}>
          {text("knowledge.submit")}
        </Button>
      </FormFrame>
    </div>
  )
}

/** The questions before leverage above 1, one at a time, each answer explained. */
export const KnowledgeView = ({ check, form }: KnowledgeViewProps) => {
  const intl = useIntl()
  return (
    <>
      {check.next?.position === 1 && check.answered.length === 0 ? (
        <Notice>{intl.formatMessage({ id: "knowledge.text" }, { count: check.count })}</Notice>
      ) : null}
      <LastAnswer check={check} />
      <Next check={check} form={form} />
    </>
  )
}

export const Knowledge = () => {
  const text = useText()
  const { back } = usePageNavigation()
  const check = useQuery("knowledge", {}, { refreshOn: ["member.changed"] })
  const form = useForm("knowledge", {
    onDone: () => {
      check.onRenew()
      // the next question has no answer yet, which its button says
      form.set("choice", "")
    },
  })
  return (
    <SubPage width="form" title={text("knowledge.title")} onBack={back}>
      <Loaded query={check} skeleton={<Skeleton shape="row" count={4} />}>
        {(known) => <KnowledgeView check={known} form={form} />}
      </Loaded>
    </SubPage>
  )
}
