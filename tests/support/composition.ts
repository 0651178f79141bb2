/**
 * The composition of deploy/, started by Docker with images that are on this machine. Nothing is
 * fetched and nothing is built.
 */
import { execFile, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { hashInputs } from "../../scripts/stamp.ts"

const execute = promisify(execFile)

const file = join(import.meta.dirname, "../../deploy/compose.yaml")

const answers = (program: string, ...args: ReadonlyArray<string>): boolean =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0

/** Docker's own command, or the program that came before it. */
const compose = ([["docker", "compose"], ["docker-compose"]] as const).find(([program, ...words]) =>
  answers(program, ...words, "version"),
)

/** The image's build is of the current sources. */
const isCurrent = (image: string): boolean => {
  const words = ["run", "--rm", "--network=none", "--entrypoint=cat", image, "/app/dist/inputs.sha256"]
  const { stdout } = spawnSync("docker", words, { encoding: "utf8" })
  return stdout.split("\n")[0] === hashInputs()
}

/** What is missing on this machine. */
export const missingForComposition = (): ReadonlyArray<string> => {
  if (!answers("docker", "version")) return ["Docker engine"]
  if (compose === undefined) return ["Docker Compose"]
  const images = [...readFileSync(file, "utf8").matchAll(/^ +image: (\S+)$/gm)].map(([, name = ""]) => name)
  const absent = images.filter((image) => !answers("docker", "image", "inspect", image))
  if (absent.length > 0) return absent.map((image) => `image ${image}`)
  return isCurrent("financial-links") ? [] : ["image of these sources"]
}

type Service = "database" | "app" | "proxy"

export interface Composition {
  /** A command of Compose; answers with what it printed. */
  readonly run: (...words: ReadonlyArray<string>) => Promise<string>
  /** Runs a program in a service's container. */
  readonly within: (service: Service, ...words: ReadonlyArray<string>) => Promise<string>
  /** A field of what Docker knows about a service's container, as a template. */
  readonly inspect: (service: Service, template: string) => Promise<string>
}

/** The composition under a name of its own. `env` has the variables that deploy/.env would have. */
export const openComposition = (name: string, env: Readonly<Record<string, string>>): Composition => {
  const [program = "docker", ...first] = compose ?? []
  const run = async (...words: ReadonlyArray<string>): Promise<string> => {
    const options = { env: { ...process.env, ...env }, encoding: "utf8" } as const
    const { stdout } = await execute(program, [...first, "-p", name, "-f", file, ...words], options)
    return stdout.trim()
  }
  return {
    run,
    within: (service, ...words) => run("exec", "-T", service, ...words),
    inspect: async (service, template) => {
      const id = await run("ps", "--all", "-q", service)
      const { stdout } = await execute("docker", ["inspect", "--format", template, id])
      return stdout.trim()
    },
  }
}
