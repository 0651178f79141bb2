import { crc32, deflateSync } from "node:zlib"
import type { Image } from "../core/image-encoding.ts"

const WIDTH = 320
const HEIGHT = 200
const FRAME = 6
const signature = [137, 80, 78, 71, 13, 10, 26, 10]

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** An empty sheet with a frame, as PNG: what a demo hands in where a member sends a photograph. */
export const samplePicture = (): Image => {
  const isFrame = (x: number, y: number) =>
    x < FRAME || y < FRAME || x >= WIDTH - FRAME || y >= HEIGHT - FRAME
  const grey = Buffer.alloc((WIDTH + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) grey[y * (WIDTH + 1) + 1 + x] = isFrame(x, y) ? 128 : 236
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // eight bits of grey
  header[8] = 8
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(grey)), chunk("IEND", Buffer.alloc(0))]
  const bytes = Buffer.concat([Buffer.from(signature), ...chunks])
  return { bytes, mediaType: "image/png", width: WIDTH, height: HEIGHT }
}
