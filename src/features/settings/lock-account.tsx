import { useIntl } from "react-intl"
import { UNLOCK_WAIT_HOURS } from "../../domain/limits.ts"
import type { Lock } from "../../runtime/hooks/use-lock.ts"
import { useProblemText } from "../../runtime/hooks/use-problem.ts"
import { glyphLock } from "../../ui/glyphs.ts"
import { List, ListRow } from "../../ui/List.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { useText } from "../../ui/use-text.ts"
import { FormError } from "../patterns/form-view.tsx"

export type LockAccountProps = Pick<Lock, "phase" | "busy" | "failure" | "ask" | "confirm" | "cancel">

/** Locks the account after one confirmation, which says what stops, what goes on and how it ends. */
export const LockAccount = ({ phase, busy, failure, ask, confirm, cancel }: LockAccountProps) => {
  const intl = useIntl()
  const text = useText()
  const textOf = useProblemText()
  return (
    <>
      <FormError>{failure ? textOf(failure) : null}</FormError>
      <List>
        <ListRow
          title={text("lock.title")}
          subtitle={text("lock.hint")}
          glyph={glyphLock}
          tone="danger"
          chevron={false}
          onPress={ask}
        />
      </List>
      <Modal
        open={phase === "confirming" || phase === "locking"}
        tone="danger"
        busy={busy}
        title={text("lock.question")}
        confirmLabel={text("lock.submit")}
        onConfirm={confirm}
        onCancel={cancel}
      >
        {text("lock.text")} {intl.formatMessage({ id: "lock.end" }, { hours: UNLOCK_WAIT_HOURS })}
      </Modal>
    </>
  )
}
