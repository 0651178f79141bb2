/** What differs between the two marked moments, in every actor. */
import { useSyncExternalStore } from "react"
import { type ActorDifference, differencesBetween } from "./compare.ts"
import compareStyles from "./compare-panel.module.css"
import { useConsole, useTimelinePosition } from "./console-context.tsx"
import { ChangeList } from "./detail.tsx"
import { markedPositions } from "./marks.ts"
import styles from "./panels.module.css"
import { Badge } from "./parts.tsx"
import { holdsWords, searchWords } from "./redact.ts"
import { useRenderThrottle } from "./render-throttle.ts"
import { SpanPanel } from "./span-panel.tsx"
import { useTexts } from "./texts.ts"

/** More actors are not listed; the filter reaches them. */
const LIST_LIMIT = 60

const StateAt = ({ mark, state }: { readonly mark: "A" | "B"; readonly state: string | null }) => {
  const { text } = useTexts()
  return (
    <span className={compareStyles.state}>
      <b>{mark}</b>
      <Badge tone={state === null ? "neutral" : "accent"}>{state ?? text("compare.absent")}</Badge>
    </span>
  )
}

const Difference = ({ difference }: { readonly difference: ActorDifference }) => {
  const { actor, states, changes } = difference
  return (
    <li className={compareStyles.actor}>
      <h3 className={styles.mono}>{actor.name}</h3>
      <p className={styles.state}>
        <StateAt mark="A" state={states.a} />
        <StateAt mark="B" state={states.b} />
      </p>
      {changes.length === 0 ? null : <ChangeList changes={changes} />}
    </li>
  )
}

const matches = ({ actor, changes }: ActorDifference, words: readonly string[]): boolean =>
  holdsWords(words, `${actor.name} ${changes.map(({ path }) => path).join(" ")}`)

const Differences = ({ filter }: { readonly filter: string }) => {
  const { text } = useTexts()
  const { marks, throttle, redact } = useConsole()
  useRenderThrottle(throttle)
  const marked = useSyncExternalStore(marks.subscribe, marks.view)
  const { timeline, position } = useTimelinePosition()
  const { a, b } = markedPositions(marked, timeline, position)
  const words = searchWords(filter)
  const found = differencesBetween(timeline, a, b, redact).filter((one) => matches(one, words))
  if (found.length === 0) return <p className={styles.nothing}>{text("compare.same")}</p>
  const label = text("compare.count", { count: found.length })
  return (
    <>
      <p className={styles.note}>{label}</p>
      <ul className={compareStyles.actors} aria-label={label}>
        {found.slice(0, LIST_LIMIT).map((difference) => (
          <Difference key={difference.actor.key} difference={difference} />
        ))}
      </ul>
    </>
  )
}

export const ComparePanel = () => <SpanPanel>{(filter) => <Differences filter={filter} />}</SpanPanel>
