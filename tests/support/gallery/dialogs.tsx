import { useState } from "react"
import { ActionSheet } from "../../../src/ui/ActionSheet.tsx"
import { AppFrame } from "../../../src/ui/AppFrame.tsx"
import { Button } from "../../../src/ui/Button.tsx"
import { glyphCopy, glyphTrash } from "../../../src/ui/glyphs.ts"
import { LoadingVeil } from "../../../src/ui/LoadingVeil.tsx"
import { Modal } from "../../../src/ui/Modal.tsx"
import { Page } from "../../../src/ui/Page.tsx"
import { PageHeader } from "../../../src/ui/PageHeader.tsx"
import { Toast } from "../../../src/ui/Toast.tsx"
import { nothing, type SectionProps } from "./frame.tsx"

const kinds = ["modal", "actions", "veil", "success", "error", "loading", "none"] as const

export const Dialogs = ({ words, state }: SectionProps) => {
  const [open, setOpen] = useState(state)
  const close = () => setOpen("")
  const icon =
    open === "success" || open === "error" || open === "loading" || open === "none" ? open : undefined
  return (
    <AppFrame>
      <Page width="form" header={<PageHeader title="Dialogs" />}>
        {kinds.map((kind) => (
          <Button key={kind} tone="secondary" onClick={() => setOpen(kind)}>
            {kind}
          </Button>
        ))}
      </Page>
      <Modal
        open={open === "modal"}
        title={`${words.signOut}?`}
        tone="danger"
        confirmLabel={words.signOut}
        onConfirm={close}
        onCancel={close}
      >
        {words.risk}
      </Modal>
      <ActionSheet
        open={open === "actions"}
        title="Language"
        onClose={close}
        onPick={close}
        actions={[
          { id: "en", label: "English", chosen: true },
          { id: "zh", label: "简体中文", lang: "zh-Hans" },
          { id: "copy", label: words.browse, note: words.risk, glyph: glyphCopy },
          { id: "remove", label: words.signOut, tone: "danger", glyph: glyphTrash },
        ]}
      />
      <LoadingVeil open={open === "veil"} />
      <Toast toast={icon ? { id: icon, icon, text: words.insufficient } : undefined} />
      <span hidden>{String(nothing())}</span>
    </AppFrame>
  )
}
