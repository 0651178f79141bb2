/**
 * Draws and encodes the company video: the mark, a price with its two directions, a loss that ends at
 * the stake, a chain of checked prices, the mark again. Runs in a page, so it imports nothing.
 */

/** One encoded frame; its bytes in base64. */
export interface DrawnFrame {
  readonly timeMs: number
  readonly isKey: boolean
  readonly base64: string
}

export const facts = { widthPx: 640, heightPx: 360, durationMs: 24_000 } as const

const framesPerSecond = 12
const secondsPerKeyFrame = 4
const bitsPerSecond = 60_000
const microsecondsPerSecond = 1_000_000

const colours = {
  ground: "#0b2f33",
  line: "#2b5a5e",
  pale: "#a9e2e4",
  white: "#fff",
  up: "#4fd0b5",
  down: "#ff8a65",
} as const
const middle = { x: facts.widthPx / 2, y: facts.heightPx / 2 }

type Paint = OffscreenCanvasRenderingContext2D

/** From 0 to 1 between two times of a scene, slow at both ends. */
const eased = (at: number, from: number, to: number): number => {
  const part = Math.min(1, Math.max(0, (at - from) / (to - from)))
  return part * part * (3 - 2 * part)
}

const stroke = (paint: Paint, path: Path2D, colour: string, lineWidth: number): void => {
  paint.strokeStyle = colour
  paint.lineWidth = lineWidth
  paint.stroke(path)
}

const links = [
  [
    colours.pale,
    "M15.2 14.3l-1.1-1.1a4.6 4.6 0 0 0-6.5 0l-3.2 3.2a4.6 4.6 0 0 0 0 6.5l3.7 3.7a4.6 4.6 0 0 0 6.5 0l3.2-3.2",
  ],
  [
    colours.white,
    "M16.8 17.7l1.1 1.1a4.6 4.6 0 0 0 6.5 0l3.2-3.2a4.6 4.6 0 0 0 0-6.5l-3.7-3.7a4.6 4.6 0 0 0-6.5 0l-3.2 3.2",
  ],
] as const

/** The two links of the wordmark, drawn up to this part of their length. */
const drawMark = (paint: Paint, drawn: number): void => {
  const size = 5
  paint.save()
  paint.translate(middle.x - 16 * size, middle.y - 16 * size)
  paint.scale(size, size)
  paint.setLineDash([40 * drawn, 40])
  for (const [colour, path] of links) stroke(paint, new Path2D(path), colour, 2.6)
  paint.restore()
}

const drawArrow = (paint: Paint, isUp: boolean, shown: number): void => {
  const x = 550
  const y = middle.y + (isUp ? -45 : 45)
  const side = 26 * shown
  const way = isUp ? -1 : 1
  const path = new Path2D()
  path.moveTo(x, y + way * side)
  path.lineTo(x + side, y - (way * side) / 2)
  path.lineTo(x - side, y - (way * side) / 2)
  path.closePath()
  paint.fillStyle = isUp ? colours.up : colours.down
  paint.fill(path)
}

const priceAt = (part: number): number =>
  middle.y - 46 * Math.sin(part * 5.2) - 20 * Math.sin(part * 13 + 1) - 30 * (part - 0.5)

const drawPrice = (paint: Paint, at: number): void => {
  const steps = 120
  const path = new Path2D()
  for (let step = 0; step <= steps * eased(at, 0.2, 3); step += 1)
    path.lineTo(70 + (400 * step) / steps, priceAt(step / steps))
  stroke(paint, path, colours.pale, 5)
  drawArrow(paint, true, eased(at, 2.8, 3.5))
  drawArrow(paint, false, eased(at, 3.3, 4))
}

/** The loss grows down to the line of the whole stake, and stops there. */
const drawLoss = (paint: Paint, at: number): void => {
  const box = { x: 240, y: 70, width: 160, height: 200 }
  paint.fillStyle = colours.line
  paint.beginPath()
  paint.roundRect(box.x, box.y, box.width, box.height, 18)
  paint.fill()
  paint.save()
  paint.clip()
  paint.fillStyle = colours.down
  paint.fillRect(box.x, box.y, box.width, box.height * eased(at, 0.8, 3.2))
  paint.restore()
  const floor = new Path2D()
  const reach = 250 * eased(at, 0, 0.8)
  floor.moveTo(middle.x - reach, box.y + box.height + 16)
  floor.lineTo(middle.x + reach, box.y + box.height + 16)
  stroke(paint, floor, colours.white, 6)
}

const drawTick = (paint: Paint, x: number, done: number): void => {
  const path = new Path2D()
  path.moveTo(x + 24, middle.y + 2)
  path.lineTo(x + 24 + 14 * Math.min(1, 2 * done), middle.y + 2 + 14 * Math.min(1, 2 * done))
  if (done > 0.5) path.lineTo(x + 38 + 24 * (2 * done - 1), middle.y + 16 - 30 * (2 * done - 1))
  stroke(paint, path, colours.up, 7)
}

/** Each price is joined to the one before it; then each is checked. */
const drawChain = (paint: Paint, at: number): void => {
  for (let index = 0; index < 4; index += 1) {
    const shown = eased(at, index * 0.7, index * 0.7 + 0.6)
    if (shown === 0) continue
    const x = 80 + index * 132
    const square = new Path2D()
    square.roundRect(x, middle.y - 42, 84, 84, 20)
    stroke(paint, square, colours.pale, 6 * shown)
    if (index > 0) {
      const joint = new Path2D()
      joint.moveTo(x - 45, middle.y)
      joint.lineTo(x - 45 + 42 * shown, middle.y)
      stroke(paint, joint, colours.pale, 6)
    }
    const done = eased(at, 3 + index * 0.25, 3.5 + index * 0.25)
    if (done > 0) drawTick(paint, x, done)
  }
}

interface Scene {
  readonly startSeconds: number
  /** Draws the scene so many seconds after its start. */
  readonly draw: (paint: Paint, at: number) => void
}

/** The captions have the same times. */
const scenes: readonly [Scene, ...Scene[]] = [
  // complete from the start: a player shows the first frame before it plays
  { startSeconds: 0, draw: (paint) => drawMark(paint, 1) },
  { startSeconds: 4, draw: drawPrice },
  { startSeconds: 9, draw: drawLoss },
  { startSeconds: 14, draw: drawChain },
  { startSeconds: 19, draw: (paint, at) => drawMark(paint, eased(at, 0, 1.2)) },
]

const drawAt = (paint: Paint, seconds: number): void => {
  const index = scenes.findLastIndex(({ startSeconds }) => startSeconds <= seconds)
  const { startSeconds, draw } = scenes[index] ?? scenes[0]
  const next = scenes[index + 1]?.startSeconds
  const fadedIn = index === 0 ? 1 : eased(seconds, startSeconds, startSeconds + 0.4)
  const fadedOut = next === undefined ? 0 : eased(seconds, next - 0.4, next)
  paint.globalAlpha = 1
  paint.fillStyle = colours.ground
  paint.fillRect(0, 0, facts.widthPx, facts.heightPx)
  paint.lineCap = "round"
  paint.lineJoin = "round"
  paint.globalAlpha = fadedIn * (1 - fadedOut)
  draw(paint, seconds - startSeconds)
}

const readFrame = (chunk: EncodedVideoChunk): DrawnFrame => {
  const bytes = new Uint8Array(chunk.byteLength)
  chunk.copyTo(bytes)
  return {
    timeMs: Math.round(chunk.timestamp / 1_000),
    isKey: chunk.type === "key",
    base64: btoa(String.fromCharCode(...bytes)),
  }
}

/** All frames in the order of time. Rejects where the browser has no encoder for VP9. */
export const drawCompany = async (): Promise<readonly DrawnFrame[]> => {
  const canvas = new OffscreenCanvas(facts.widthPx, facts.heightPx)
  const paint = canvas.getContext("2d")
  if (paint === null) throw new Error("this browser draws nothing")
  const frames: DrawnFrame[] = []
  const encoder = new VideoEncoder({
    output: (chunk) => frames.push(readFrame(chunk)),
    // the encoder closes, and the flush below rejects
    error: (error) => console.error(error),
  })
  const size = { width: facts.widthPx, height: facts.heightPx }
  encoder.configure({
    ...{ codec: "vp09.00.21.08", bitrate: bitsPerSecond, framerate: framesPerSecond },
    ...size,
  })
  for (let index = 0; index < (facts.durationMs / 1_000) * framesPerSecond; index += 1) {
    const seconds = index / framesPerSecond
    drawAt(paint, seconds)
    const frame = new VideoFrame(canvas, { timestamp: Math.round(seconds * microsecondsPerSecond) })
    encoder.encode(frame, { keyFrame: index % (secondsPerKeyFrame * framesPerSecond) === 0 })
    frame.close()
  }
  await encoder.flush()
  return frames
}
