import qrcode from "qrcode-generator"
import { useMemo } from "react"
import styles from "./QrCode.module.css"

export interface QrCodeProps {
  readonly value: string
  /** Accessible name: what the code contains. */
  readonly label: string
}

/** Light modules around the code, required by scanners. */
const QUIET_ZONE = 4

/** One SVG path of the dark modules, including the quiet zone; `size` is in modules. */
export const qrPath = (value: string): { readonly path: string; readonly size: number } => {
  const code = qrcode(0, "M")
  code.addData(value)
  code.make()
  const count = code.getModuleCount()
  let path = ""
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const start = column
      while (column < count && code.isDark(row, column)) column++
      const run = column - start
      if (run > 0) path += `M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${run}v1h-${run}z`
    }
  }
  return { path, size: count + 2 * QUIET_ZONE }
}

/** A QR code, black on white in every theme, because scanners need it. */
export const QrCode = ({ value, label }: QrCodeProps) => {
  const { path, size } = useMemo(() => qrPath(value), [value])
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      focusable="false"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
