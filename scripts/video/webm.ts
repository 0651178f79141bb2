/** One encoded frame, in the order of time. */
export interface EncodedFrame {
  readonly timeMs: number
  readonly isKey: boolean
  readonly bytes: Uint8Array
}

export interface VideoFacts {
  readonly widthPx: number
  readonly heightPx: number
  readonly durationMs: number
}

const bytesOf = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * (length - 1 - index))) & 0xffn))

/** An id is written as in the specification of Matroska; the sizes all take eight bytes. */
const element = (id: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const size = BigInt(parts.reduce((sum, part) => sum + part.length, 0))
  const idLength = Math.ceil(id.toString(16).length / 2)
  return Buffer.concat([bytesOf(BigInt(id), idLength), Uint8Array.of(1), bytesOf(size, 7), ...parts])
}

const text = (id: number, value: string) => element(id, Buffer.from(value))
const whole = (id: number, value: number) => element(id, bytesOf(BigInt(value), 8))
const float = (id: number, value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return element(id, bytes)
}

const TRACK = 1

const block = (frame: EncodedFrame, clusterMs: number): Uint8Array =>
  element(
    0xa3,
    Uint8Array.of(0x80 | TRACK),
    bytesOf(BigInt(frame.timeMs - clusterMs), 2),
    Uint8Array.of(frame.isKey ? 0x80 : 0),
    frame.bytes,
  )

/** Each key frame begins a cluster, so that a player can seek to it. */
const clustersOf = (frames: readonly EncodedFrame[]) => {
  const clusters: EncodedFrame[][] = []
  for (const frame of frames)
    if (frame.isKey) clusters.push([frame])
    else clusters.at(-1)?.push(frame)
  return clusters.map((all) => {
    const timeMs = all[0]?.timeMs ?? 0
    const blocks = all.map((frame) => block(frame, timeMs))
    return { timeMs, bytes: element(0x1f43b675, whole(0xe7, timeMs), ...blocks) }
  })
}

/**
 * Packs VP9 frames into a WebM file with its duration and an index, which the browser's own recorder
 * leaves out: without them no player shows the length or seeks. The first frame is a key frame; at
 * most 32 s between key frames.
 */
export const packWebm = (
  { widthPx, heightPx, durationMs }: VideoFacts,
  frames: readonly EncodedFrame[],
): Uint8Array => {
  const header = element(
    0x1a45dfa3,
    ...[whole(0x4286, 1), whole(0x42f7, 1), whole(0x42f2, 4), whole(0x42f3, 8)],
    ...[text(0x4282, "webm"), whole(0x4287, 4), whole(0x4285, 2)],
  )
  const info = element(
    0x1549a966,
    ...[whole(0x2ad7b1, 1_000_000), float(0x4489, durationMs)],
    ...[text(0x4d80, "Financial Links"), text(0x5741, "Financial Links")],
  )
  const size = element(0xe0, whole(0xb0, widthPx), whole(0xba, heightPx))
  const track = [whole(0xd7, TRACK), whole(0x73c5, TRACK), whole(0x83, 1), text(0x86, "V_VP9"), size]
  const tracks = element(0x1654ae6b, element(0xae, ...track))
  const clusters = clustersOf(frames)
  const indexAt = (positions: readonly number[]) =>
    element(
      0x1c53bb6b,
      ...clusters.map(({ timeMs }, index) => {
        const position = [whole(0xf7, TRACK), whole(0xf1, positions[index] ?? 0)]
        return element(0xbb, whole(0xb3, timeMs), element(0xb7, ...position))
      }),
    )
  // every number takes eight bytes, so the index has its final size before the positions are known
  let position = info.length + tracks.length + indexAt([]).length
  const positions = clusters.map(({ bytes }) => {
    position += bytes.length
    return position - bytes.length
  })
  const segment = [info, tracks, indexAt(positions), ...clusters.map(({ bytes }) => bytes)]
  return Buffer.concat([header, element(0x18538067, ...segment)])
}
