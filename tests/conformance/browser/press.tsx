import { useLongPress } from "../../../src/ui/use-long-press.ts"
import type { Mount } from "./mount.ts"

const Surface = ({ onHeld, onTap }: { readonly onHeld: () => void; readonly onTap: () => void }) => (
  <button
    {...useLongPress(onHeld)}
    type="button"
    onClick={onTap}
    style={{ display: "block", inlineSize: "375px", blockSize: "600px" }}
  >
    Hold
  </button>
)

/** A button over most of the window with the product's long press. */
export const mount: Mount = ({ show, note }) => {
  show(<Surface onHeld={() => note("longpress")} onTap={() => note("tap")} />)
  return {}
}
