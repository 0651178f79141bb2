/** localStorage and sessionStorage: names, sizes and redacted values. */
import { panelStyles as styles } from "@financial-links/console"
import { useEffect, useState } from "react"
import { useIntl } from "react-intl"
import { STORAGE_PREFIX } from "../domain/limits.ts"
import { redact } from "../journal/redact.ts"
import { Button } from "../ui/Button.tsx"
import { useFormat } from "../ui/format.ts"
import { glyphRefresh } from "../ui/glyphs.ts"
import { List, ListGroup, ListRow } from "../ui/List.tsx"

interface StoredItem {
  readonly name: string
  readonly shown: string
  readonly bytes: number
}

const SHOWN_MAX_CHARS = 300

const parsedOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The redacted value. Under a secret name the text is redacted as a whole and not parsed. */
const shownOf = (name: string, text: string): string => {
  const bare = name.startsWith(STORAGE_PREFIX) ? name.slice(STORAGE_PREFIX.length) : name
  const value = parsedOf(text)
  const isSecret = JSON.stringify(redact({ [bare]: "x" })) !== JSON.stringify({ [bare]: "x" })
  const shown = isSecret ? redact({ [bare]: text }) : redact({ [bare]: value })
  return JSON.stringify(shown)
    .slice(JSON.stringify(bare).length + 2, -1)
    .slice(0, SHOWN_MAX_CHARS)
}

/** Empty if the browser denies access. */
const readStorage = (open: () => Storage): readonly StoredItem[] => {
  try {
    const storage = open()
    return Object.keys(storage)
      .toSorted()
      .map((name) => {
        const text = storage.getItem(name) ?? ""
        return { name, shown: shownOf(name, text), bytes: name.length + text.length }
      })
  } catch {
    return []
  }
}

const StoredItems = ({ title, rows }: { readonly title: string; readonly rows: readonly StoredItem[] }) => {
  const intl = useIntl()
  const format = useFormat()
  return (
    <ListGroup title={title}>
      {rows.length === 0 ? (
        <p className={styles.nothing}>{intl.formatMessage({ id: "inspect.nothing" })}</p>
      ) : (
        <List>
          {rows.map(({ name, shown, bytes }) => (
            <ListRow
              key={name}
              title={<span className={styles.mono}>{name}</span>}
              subtitle={<span className={styles.mono}>{shown}</span>}
              note={format.bytes(bytes)}
            />
          ))}
        </List>
      )}
    </ListGroup>
  )
}

const useEstimate = (count: number): StorageEstimate | null => {
  const [estimate, setEstimate] = useState<StorageEstimate | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each count reads again
  useEffect(() => {
    // missing on pages over plain HTTP
    if (!("storage" in navigator)) return
    navigator.storage.estimate().then(setEstimate, () => {})
  }, [count])
  return estimate
}

export const StoragePanel = () => {
  const intl = useIntl()
  const format = useFormat()
  const [count, setCount] = useState(0)
  const estimate = useEstimate(count)
  // effects run again when the panel is shown again
  useEffect(() => setCount((readings) => readings + 1), [])
  return (
    <div className={styles.sections}>
      <div className={styles.detailHead}>
        <Button
          tone="quiet"
          size="small"
          glyph={glyphRefresh}
          onClick={() => setCount((readings) => readings + 1)}
        >
          {intl.formatMessage({ id: "inspect.read-again" })}
        </Button>
        {estimate?.usage === undefined || estimate.quota === undefined ? null : (
          <span>
            {intl.formatMessage(
              { id: "inspect.storage.used" },
              { used: format.bytes(estimate.usage), total: format.bytes(estimate.quota) },
            )}
          </span>
        )}
      </div>
      <StoredItems
        title={intl.formatMessage({ id: "inspect.storage.device" })}
        rows={readStorage(() => localStorage)}
      />
      <StoredItems
        title={intl.formatMessage({ id: "inspect.storage.tab" })}
        rows={readStorage(() => sessionStorage)}
      />
    </div>
  )
}
