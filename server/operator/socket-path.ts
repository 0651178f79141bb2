import { createHash } from "node:crypto"
import { mkdirSync, readdirSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"

const pathMaxBytes = 100
const isPipe = process.platform === "win32"
const nameOf = (dataDir: string): string => createHash("sha256").update(dataDir).digest("hex").slice(0, 16)

/**
 * A private folder: the data folder, or one in the temporary folder where the path would be too
 * long for a socket.
 */
const folderOf = (dataDir: string): string =>
  Buffer.byteLength(join(dataDir, "operator-4194304.sock")) <= pathMaxBytes
    ? dataDir
    : join(tmpdir(), `financial-links-${userInfo().username}-${nameOf(dataDir)}`)

/** Path of the operator socket of a server process. */
export const operatorSocket = (dataDir: string, pid: number): string => {
  if (isPipe) return `\\\\.\\pipe\\financial-links-${nameOf(dataDir)}-${pid}`
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  return join(folderOf(dataDir), `operator-${pid}.sock`)
}

/** Paths of all operator sockets on this data folder. Some may belong to killed servers. */
export const operatorSockets = (dataDir: string): ReadonlyArray<string> => {
  const folder = isPipe ? "\\\\.\\pipe\\" : folderOf(dataDir)
  const pattern = isPipe ? new RegExp(`^financial-links-${nameOf(dataDir)}-\\d+$`) : /^operator-\d+\.sock$/
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .map((name) => (isPipe ? `${folder}${name}` : join(folder, name)))
  } catch {
    return []
  }
}
