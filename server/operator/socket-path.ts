import { createHash } from "node:crypto"
import { mkdirSync, readdirSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"

const pathMaxBytes = 100
const isPipe = process.platform === "win32"
const nameOf = (dataDir: string): string => createHash("sha256").update(dataDir).digest("hex").slice(0, 16)

/** A folder that only this user can enter: the data folder, or one beside the temporary files where its path is too long for a socket. */
const folderOf = (dataDir: string): string =>
  Buffer.byteLength(join(dataDir, "operator-4194304.sock")) <= pathMaxBytes
    ? dataDir
    : join(tmpdir(), `financial-links-${userInfo().username}-${nameOf(dataDir)}`)

/** Where a server process listens for its operator. */
export const operatorSocket = (dataDir: string, pid: number): string => {
  if (isPipe) return `\\\\.\\pipe\\financial-links-${nameOf(dataDir)}-${pid}`
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  return join(folderOf(dataDir), `operator-${pid}.sock`)
}

/** Every place where a server on this data folder may be listening; some may be left over from killed ones. */
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
