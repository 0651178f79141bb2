/**
 * A drawing as an SVG that needs nothing else: its colours for light and dark are in it, and what
 * the machine says about a state or an event is its title.
 */
import type { Arrow, Box, Drawing, Line, Point } from "@financial-links/console"
import { TEXT_PX, TITLE_PX } from "@financial-links/console/charts"

const LEGEND_PX = 88
const RADIUS = 10

const STYLE = `
svg{color-scheme:light dark;--ground:#f6f7f8;--surface:#fff;--inner:#f9fafb;--line:#d5dadd;--edge:#87939a;--ink:#152229;--quiet:#5a666d;--accent:#0f6674;--soft:#e6f1f3}
@media(prefers-color-scheme:dark){svg{--ground:#0d1417;--surface:#152024;--inner:#101a1e;--line:#2c3a40;--edge:#73838b;--ink:#eef3f5;--quiet:#a3b0b6;--accent:#7ccbd8;--soft:#16323a}}
.ground{fill:var(--ground)}
text{font:${TEXT_PX}px ui-monospace,"SF Mono","Cascadia Mono","Roboto Mono","DejaVu Sans Mono",monospace;fill:var(--ink);white-space:pre}
.name{font:600 ${TITLE_PX}px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.machine{font-size:24px;font-weight:650}
.said{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;fill:var(--quiet)}
.quiet{fill:var(--quiet)}
.box{fill:var(--surface);stroke:var(--line);stroke-width:1.25}
.outer{fill:var(--inner)}
.region{stroke-dasharray:5 4}
.rule{stroke:var(--line);stroke-width:1}
.arrow{fill:none;stroke:var(--edge);stroke-width:1.4}
.head{fill:var(--edge)}
.dot{fill:var(--accent)}
.first{stroke:var(--accent)}
.tip{fill:var(--accent)}
`
  .trim()
  .replaceAll("\n", "")

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const titled = (title: string): string => (title === "" ? "" : `<title>${escaped(title)}</title>`)

const lineSvg = ({ text, tone, at, transition, title }: Line): string => {
  const mark = transition === null ? "" : ` data-transition="${escaped(transition)}"`
  const look = tone === "quiet" ? ' class="quiet"' : ""
  return `<text x="${at.x}" y="${at.y}"${look}${mark}>${titled(title)}${escaped(text)}</text>`
}

const rect = (classes: string, at: Point, width: number, height: number, radius: number): string =>
  `<rect class="${classes}" x="${at.x}" y="${at.y}" width="${width}" height="${height}" rx="${radius}"/>`

const boxSvg = ({
  state,
  kind,
  isRegion,
  at,
  width,
  height,
  head,
  title,
  description,
  lines,
}: Box): string => {
  const isOuter = kind === "compound" || kind === "parallel"
  const classes = ["box", ...(isOuter ? ["outer"] : []), ...(isRegion ? ["region"] : [])].join(" ")
  const inset = { x: at.x + 4, y: at.y + 4 }
  return [
    `<g data-state="${escaped(state)}">${titled(description)}`,
    rect(classes, at, width, height, RADIUS),
    kind === "final" ? rect("box", inset, width - 8, height - 8, RADIUS - 3) : "",
    `<text class="name" x="${at.x + 14}" y="${at.y + 23}">${escaped(title)}</text>`,
    isOuter || lines.length > 0
      ? `<line class="rule" x1="${at.x}" x2="${at.x + width}" y1="${at.y + head}" y2="${at.y + head}"/>`
      : "",
    ...lines.map(lineSvg),
    "</g>",
  ].join("")
}

/** The corners of the way are rounded off. */
const wayOf = (points: readonly Point[]): string => {
  const parts = points.map((point, index) => {
    const before = points[index - 1]
    const after = points[index + 1]
    if (before === undefined) return `M${point.x} ${point.y}`
    if (after === undefined) return `L${point.x} ${point.y}`
    const near = toward(point, before)
    const far = toward(point, after)
    return `L${near.x} ${near.y}Q${point.x} ${point.y} ${far.x} ${far.y}`
  })
  return parts.join("")
}

const toward = (from: Point, to: Point): Point => {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const share = length === 0 ? 0 : Math.min(6, length / 2) / length
  const round = (value: number) => Math.round(value * 10) / 10
  return { x: round(from.x + (to.x - from.x) * share), y: round(from.y + (to.y - from.y) * share) }
}

const wordsSvg = ({ label, lines }: Arrow): string =>
  label === null ? "" : `<g>${lines.map(lineSvg).join("")}</g>`

const waySvg = ({ points, label, transitions }: Arrow): string => {
  const [classes, tip] = label === null ? ["arrow first", "tip"] : ["arrow", "point"]
  const mark = transitions.length === 0 ? "" : ` data-transitions="${escaped(transitions.join(" & "))}"`
  return `<path class="${classes}" d="${wayOf(points)}" marker-end="url(#${tip})"${mark}/>`
}

const marker = (id: string, look: string): string =>
  `<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="${look}" d="M0 0L8 4L0 8z"/></marker>`

const legendSvg = ({ machine, height, boxes, arrows }: Drawing): string => {
  const lines = [...arrows, ...boxes].flatMap((each) => each.lines)
  const event = lines
    .flatMap(({ transition }) => transition?.split("|")[1] ?? [])
    .find((type) => type.startsWith(`${machine}.`))
  const rows = [
    [
      [0, `<circle class="dot" cx="8" cy="0" r="5"/><text class="said" x="24" y="4">where it begins</text>`],
      [
        150,
        `<rect class="box" x="0" y="-9" width="26" height="18" rx="6"/><rect class="box" x="3" y="-6" width="20" height="12" rx="4"/><text class="said" x="34" y="4">where it ends</text>`,
      ],
      [
        290,
        `<rect class="box region" x="0" y="-9" width="26" height="18" rx="6"/><text class="said" x="34" y="4">active together</text>`,
      ],
      [440, `<text x="0" y="4">event</text><text class="quiet" x="42" y="4">[guard] / action</text>`],
    ],
    [
      [
        0,
        `<text x="0" y="4">event → state</text><text class="said" x="96" y="4">inside the state it stands in</text>`,
      ],
      [
        290,
        `<text x="0" y="4">event ↻</text><text class="said" x="62" y="4">enters the same state again</text>`,
      ],
    ],
  ] as const
  const words = event === undefined ? "" : `“${event.slice(machine.length + 1)}” stands for “${event}”`
  const own = `<text class="said" x="0" y="56">${escaped(words)}</text>`
  const items = rows.flatMap((row, index) =>
    row.map(([x, item]) => `<g transform="translate(${x} ${index * 26})">${item}</g>`),
  )
  return `<g transform="translate(24 ${height + 16})">${items.join("")}${own}</g>`
}

/** The same drawing gives the same bytes. */
export const svgOf = (drawing: Drawing): string => {
  const [root, ...boxes] = drawing.boxes
  if (root === undefined) throw new Error(`the drawing of ${drawing.machine} is empty`)
  const width = Math.max(drawing.width, 680, 48 + drawing.description.length * 7)
  const height = drawing.height + LEGEND_PX
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(drawing.machine)}: ${escaped(drawing.description)}">`,
    `<style>${STYLE}</style><defs>${marker("point", "head")}${marker("tip", "tip")}</defs>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    `<text class="name machine" x="24" y="38">${escaped(drawing.machine)}</text>`,
    `<text class="said" x="24" y="58">${escaped(drawing.description)}</text>`,
    `<g data-state="${escaped(root.state)}">${root.lines.map(lineSvg).join("")}</g>`,
    ...boxes.map(boxSvg),
    ...drawing.arrows.map(waySvg),
    ...drawing.arrows.map(wordsSvg),
    ...drawing.dots.map(({ x, y }) => `<circle class="dot" cx="${x}" cy="${y}" r="5"/>`),
    legendSvg(drawing),
    "</svg>\n",
  ].join("\n")
}
