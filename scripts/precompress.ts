import { readdirSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/

async function compressFile(path: string): Promise<void> {
  const raw = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length }
  const [br, gz] = await Promise.all([brotli(raw, { params }), zip(raw, { level: 9 })])
  if (br.length < raw.length) await writeFile(`${path}.br`, br)
  if (gz.length < raw.length) await writeFile(`${path}.gz`, gz)
}

/** Puts a .br and a .gz beside every text file of the folder, wherever that makes it smaller. */
export async function precompress(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
  await Promise.all(
    names.filter((name) => compressible.test(name)).map((name) => compressFile(join(folder, name))),
  )
}
