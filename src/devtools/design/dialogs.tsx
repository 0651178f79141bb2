import { useState } from "react"
import { Button } from "../../ui/Button.tsx"
import { LoadingOverlay } from "../../ui/LoadingOverlay.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { ActionSheet, Sheet } from "../../ui/Sheet.tsx"

const dialogs = ["modal", "sheet", "action sheet", "loading"] as const

/** How long the veil is shown: it has no way to close it. */
const VEIL_MS = 1_500

/** A button for each dialog. */
export const Dialogs = () => {
  const [shown, setShown] = useState<(typeof dialogs)[number]>()
  const close = () => setShown(undefined)
  return (
    <>
      {dialogs.map((name) => (
        <Button
          key={name}
          tone="secondary"
          onClick={() => {
            setShown(name)
            if (name === "loading") setTimeout(close, VEIL_MS)
          }}
        >
          {name}
        </Button>
      ))}
      <Modal open={shown === "modal"} title="Modal" onConfirm={close} onCancel={close}>
        A question.
      </Modal>
      <Sheet open={shown === "sheet"} title="Sheet" onClose={close}>
        Its content.
      </Sheet>
      <ActionSheet
        open={shown === "action sheet"}
        title="Action sheet"
        actions={["one", "two"].map((id) => ({ id, label: id }))}
        onPick={close}
        onClose={close}
      />
      <LoadingOverlay open={shown === "loading"} text="Loading" />
    </>
  )
}
