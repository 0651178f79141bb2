/** SHA-256 (FIPS 180-4), for where the browser has none to give: its own is missing on a page that came over plain HTTP from another machine. */

const firstPrimes = (count: number): readonly number[] => {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  return primes
}

/** The first 32 bits of the fraction of a root. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0

const primes = firstPrimes(64)
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const beginning = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The message, a one bit, zeros, and its length in bits: whole blocks of 64 bytes. */
const padded = (bytes: Uint8Array): DataView => {
  const whole = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(whole.length - 4, (bytes.length << 3) >>> 0)
  return view
}

const schedule = (view: DataView, offset: number, words: Int32Array): void => {
  for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(offset + index * 4)
  for (let index = 16; index < 64; index += 1) {
    const early = words[index - 15] ?? 0
    const late = words[index - 2] ?? 0
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[index] = ((words[index - 16] ?? 0) + small + (words[index - 7] ?? 0) + large) | 0
  }
}

const compress = (state: Int32Array, words: Int32Array): void => {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < 64; index += 1) {
    const mix = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + mix + choice + (constants[index] ?? 0) + (words[index] ?? 0)) | 0
    const blend = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + blend + majority) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
    state[index] = ((state[index] ?? 0) + word) | 0
}

/** The hash of a text (as UTF-8), in lower-case hex. */
export const sha256 = (text: string): string => {
  const view = padded(new TextEncoder().encode(text))
  const state = Int32Array.from(beginning)
  const words = new Int32Array(64)
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    schedule(view, offset, words)
    compress(state, words)
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("")
}
