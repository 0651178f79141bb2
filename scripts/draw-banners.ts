/**
 * `node scripts/draw-banners.ts` redraws public/banners/*.webp, which are committed. White text has a
 * contrast of at least 4.5 on every colour.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { projectRoot } from "./child-process.ts"

const width = 960
const height = 360
const folder = join(projectRoot, "public", "banners")

interface Drawing {
  readonly name: string
  /** Background from left to right, then the colour of the shapes. */
  readonly colours: readonly [string, string, string]
  readonly shapes: string
}

/** A soft wave across the picture: its height, its swing, and how visible it is. */
const wave = (y: number, swing: number, opacity: number): string =>
  `<path fill="url(#shape)" fill-opacity="${opacity}" d="M0 ${y} C ${width * 0.25} ${y - swing}, ${width * 0.45} ${y + swing},
    ${width * 0.68} ${y - swing * 0.4} S ${width * 0.92} ${y - swing}, ${width} ${y - swing * 1.2} V ${height} H 0 Z"/>`

const ring = (x: number, y: number, radius: number, opacity: number): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="url(#shape)" stroke-opacity="${opacity}" stroke-width="26"/>`

const bar = (index: number): string => {
  const tall = 60 + 150 * Math.abs(Math.sin(index * 1.7)) + index * 9
  return `<rect x="${500 + index * 48}" y="${height - tall}" width="26" height="${tall}" rx="13" fill="url(#shape)" fill-opacity="0.5"/>`
}

const drawings: readonly Drawing[] = [
  {
    name: "simulated",
    colours: ["#0b2f33", "#0f4a4e", "#1d7f80"],
    shapes: [wave(250, 70, 0.35), wave(290, 50, 0.5), wave(325, 34, 0.7)].join(""),
  },
  {
    name: "loss-first",
    colours: ["#14283a", "#1b3f57", "#35708f"],
    shapes: [ring(760, 180, 70, 0.55), ring(760, 180, 130, 0.4), ring(760, 180, 190, 0.25)].join(""),
  },
  {
    name: "check-it",
    colours: ["#1f2a2e", "#2b4742", "#4b7a68"],
    shapes: Array.from({ length: 9 }, (_, index) => bar(index)).join(""),
  },
]

const svgOf = ({ colours: [from, to, shape], shapes }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <linearGradient id="ground" x2="1" y2="0.4"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
      <linearGradient id="shape" x2="1"><stop stop-color="${shape}" stop-opacity="0.15"/><stop offset="1" stop-color="${shape}"/></linearGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#ground)"/>${shapes}
  </svg>`

mkdirSync(folder, { recursive: true })
for (const drawing of drawings) {
  const image = await sharp(Buffer.from(svgOf(drawing)))
    .webp({ quality: 92, effort: 6 })
    .toBuffer()
  writeFileSync(join(folder, `${drawing.name}.webp`), image)
  console.log(`${drawing.name}.webp: ${image.length} bytes`)
}
