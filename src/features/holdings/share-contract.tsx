/** Shares a contract as an image without amounts: the per cent alone, and nothing about the member. */
import { type IntlShape, useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { finalResult, liveResult } from "../../domain/position.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { saveFile } from "../../runtime/hooks/use-share.ts"
import { Button } from "../../ui/Button.tsx"
import { type Format, ppmOfBps, useFormat } from "../../ui/format.ts"
import { textOf, useText } from "../../ui/use-text.ts"
import { stateText } from "./contract-row.tsx"
import { directionMark, periodText } from "./contract-terms.tsx"

interface SharedProps {
  readonly order: Order
  /** The price now, or the one that ends it; undefined where that is not known. */
  readonly price: string | undefined
}

/** The lines of the image; null while no price gives a result. */
export const sharedLines = (
  intl: IntlShape,
  format: Format,
  { order, price }: SharedProps,
  isSimulated: boolean,
): readonly string[] | null => {
  const text = textOf(intl)
  const result = finalResult(order) ?? (price === undefined ? null : liveResult(order, price))
  if (result === null || order.state === "cancelled") return null
  const terms = [
    `${directionMark(order.direction)} ${text(`direction.${order.direction}`)}`,
    `${format.number(order.leverage)}×`,
    periodText(intl, order.periodDays),
  ]
  return [
    order.symbol === order.name ? order.symbol : `${order.symbol} · ${order.name}`,
    format.percent(ppmOfBps(result.netBps), { signed: true }),
    text("close.share"),
    terms.join(" · "),
    stateText(intl, order),
    isSimulated ? text("ui.simulated") : "Financial Links",
  ]
}

const SIZE = 1080
const MARGIN = 96
/** Where each line stands, and the size of its letters. */
const PLACES = [
  [240, 64],
  [500, 176],
  [580, 44],
  [730, 56],
  [820, 44],
  [984, 36],
] as const

const draw = (lines: readonly string[]): HTMLCanvasElement => {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE })
  const context = canvas.getContext("2d")
  if (context === null) return canvas
  const colours = getComputedStyle(document.documentElement)
  context.fillStyle = colours.backgroundColor
  context.fillRect(0, 0, SIZE, SIZE)
  context.fillStyle = colours.color
  for (const [index, [top, size]] of PLACES.entries()) {
    context.font = `${index < 2 ? 600 : 400} ${size}px ${colours.fontFamily}`
    context.fillText(lines[index] ?? "", MARGIN, top, SIZE - 2 * MARGIN)
  }
  return canvas
}

const imageOf = (lines: readonly string[]): Promise<File | null> =>
  new Promise((resolve) =>
    draw(lines).toBlob((blob) => resolve(blob && new File([blob], "contract.png", { type: blob.type }))),
  )

/** False where the device cannot: the dialog that the member leaves is no failure. */
const shareFile = async (file: File): Promise<boolean> => {
  if (!("canShare" in navigator && navigator.canShare({ files: [file] }))) return false
  return await navigator.share({ files: [file] }).then(
    () => true,
    (thrown) => thrown instanceof DOMException && thrown.name === "AbortError",
  )
}

/** Opens the share dialog with the image; where the device shares no files, saves it. */
export const ShareContract = (props: SharedProps) => {
  const text = useText()
  const { toast } = useFeedback()
  const isSimulated = useConfig()?.market.simulated !== false
  const lines = sharedLines(useIntl(), useFormat(), props, isSimulated)
  if (lines === null) return null
  const share = async () => {
    const file = await imageOf(lines)
    if (file === null) return toast(text("share.failed"), { icon: "error" })
    if (await shareFile(file)) return
    saveFile(file.name, file)
    toast(text("share.saved"), { icon: "success" })
  }
  return (
    <Button tone="secondary" wide onClick={() => void share()}>
      {text("share.contract")}
    </Button>
  )
}
