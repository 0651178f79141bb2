import { useIntl } from "react-intl"
import type { Passkey } from "../../domain/passkey.ts"
import { urlOf } from "../../navigation/routes.ts"
import type { passkeyProblem } from "../../runtime/hooks/use-passkey-login.ts"
import { useProblemText } from "../../runtime/hooks/use-problem.ts"
import { useFormat } from "../../ui/format.ts"
import { glyphShield } from "../../ui/glyphs.ts"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { useText } from "../../ui/use-text.ts"
import { useDeviceName } from "./login-device.ts"

export interface PasskeyListProps {
  /** Undefined while they are not known. */
  readonly passkeys: readonly Passkey[] | undefined
  /** Why there are none here; null where one can be added. */
  readonly problem: ReturnType<typeof passkeyProblem>
  readonly open: (url: string) => void
}

/** The passkeys by the device on which they were added, and the way to add one or why there is none. */
export const PasskeyList = ({ passkeys = [], problem, open }: PasskeyListProps) => {
  const intl = useIntl()
  const text = useText()
  const format = useFormat()
  const deviceName = useDeviceName()
  const textOf = useProblemText()
  const row = (id?: string) => ({ href: urlOf("passkey", id === undefined ? {} : { id }) })
  return (
    <ListGroup title={text("passkeys.title")} footnote={textOf(problem && { reason: problem })}>
      {problem === null || passkeys.length > 0 ? (
        <List>
          {problem === null ? (
            <ListRow
              title={text("passkey.add")}
              glyph={glyphShield}
              {...row()}
              onPress={() => open(row().href)}
            />
          ) : null}
          {passkeys.map(({ id, addedAtMs, usedAtMs, ...device }) => (
            <ListRow
              key={id}
              title={deviceName(device)}
              subtitle={intl.formatMessage(
                { id: usedAtMs === null ? "passkey.since" : "passkey.used" },
                { time: format.dateTime(usedAtMs ?? addedAtMs) },
              )}
              {...row(id)}
              onPress={() => open(row(id).href)}
            />
          ))}
        </List>
      ) : null}
    </ListGroup>
  )
}
