import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { createRequire } from "node:module"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createBrotliDecompress } from "node:zlib"
import { extract } from "tar-fs"

const root = join(import.meta.dirname, "../..")

/** A browser to drive, and what its process needs in the environment. */
export interface Chromium {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/** Where Chrome and Chromium install themselves. */
const installedPaths = (): readonly string[] => {
  if (process.platform === "darwin")
    return ["/", homedir()].flatMap((folder) =>
      ["Google Chrome", "Chromium"].map((name) =>
        join(folder, "Applications", `${name}.app`, "Contents/MacOS", name),
      ),
    )
  if (process.platform === "win32")
    return [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA].flatMap(
      (folder) => (folder === undefined ? [] : [join(folder, "Google/Chrome/Application/chrome.exe")]),
    )
  return ["google-chrome", "chromium", "chromium-browser"].map((name) => join("/usr/bin", name))
}

const unpacked = (archive: string) => [createReadStream(archive), createBrotliDecompress()] as const

/**
 * Fontconfig for the machine's fonts and the packaged ones. The package's own file names other
 * folders, and without any font the browser crashes at the first form field.
 */
const fontsFile = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/**
 * Inflates the packaged browser into a folder; the libraries and fonts that a bare machine lacks
 * come with it.
 */
async function inflate(packageFolder: string, target: string): Promise<void> {
  const archive = (name: string): string => join(packageFolder, "bin", name)
  await pipeline(
    ...unpacked(archive("chromium.br")),
    createWriteStream(join(target, "chromium"), { mode: 0o755 }),
  )
  for (const name of ["al2023", "fonts", "swiftshader"]) {
    const folder = name === "swiftshader" ? target : join(target, name)
    await pipeline(...unpacked(archive(`${name}.tar.br`)), extract(folder))
  }
  writeFileSync(join(target, "fonts", "fonts.conf"), fontsFile)
}

/**
 * The browser of @sparticuz/chromium, inflated once into .cache. Several processes may ask at the same time: each
 * inflates into a folder of its own, and the first to rename it into place wins.
 */
async function packagedBrowser(): Promise<Chromium> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium")
  const packageFolder = join(dirname(entry), "..")
  const manifest: unknown = createRequire(import.meta.url)(join(packageFolder, "package.json"))
  const version =
    manifest && typeof manifest === "object" && "version" in manifest ? String(manifest.version) : "0"
  const cache = join(root, ".cache")
  const home = join(cache, `browser-${version}`)
  if (!existsSync(home)) {
    mkdirSync(cache, { recursive: true })
    const staging = mkdtempSync(join(cache, "browser-unpacking-"))
    try {
      await inflate(packageFolder, staging)
      renameSync(staging, home)
    } catch (error) {
      if (!existsSync(home)) throw error
    } finally {
      rmSync(staging, { recursive: true, force: true })
    }
  }
  const libraries = [join(home, "al2023/lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":")
  const env = { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(home, "fonts", "fonts.conf") }
  return { path: join(home, "chromium"), env }
}

/**
 * The browser for tests: CHROME_PATH, else the packaged headless shell, which needs half the
 * processor time of an installed browser. The package is for Linux on x64: elsewhere, the installed one.
 */
export async function findChromium(): Promise<Chromium> {
  const chosen = process.env.CHROME_PATH
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROME_PATH names ${chosen}, which does not exist.`)
    return { path: chosen, env: {} }
  }
  if (process.platform === "linux" && process.arch === "x64") return await packagedBrowser()
  const installed = installedPaths().find((path) => existsSync(path))
  if (installed === undefined)
    throw new Error("No Chrome was found: install Google Chrome, or set CHROME_PATH to a Chrome or Chromium.")
  return { path: installed, env: {} }
}
