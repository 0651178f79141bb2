/**
 * `node scripts/draw-icons.ts` redraws public/icons/*.png, the icons of the installed app, from
 * public/icon.svg. They are committed. The maskable icon fills its square; its drawing stays within
 * the middle 80 %, the safe zone of masks.
 */
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { projectRoot } from "./child-process.ts"

const folder = join(projectRoot, "public", "icons")
const drawing = readFileSync(join(projectRoot, "public", "icon.svg"), "utf8")
const square = drawing
  .replace('rx="14"', "")
  .replace("translate(8 7) scale(1.5)", "translate(12.8 12) scale(1.2)")

const draw = (svg: string, size: number, name: string): Promise<unknown> =>
  sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, name))

mkdirSync(folder, { recursive: true })
await Promise.all([
  draw(drawing, 192, "icon-192.png"),
  draw(drawing, 512, "icon-512.png"),
  draw(square, 512, "maskable-512.png"),
])
