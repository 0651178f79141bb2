/**
 * npm run driver -- --machine NAME [--out FILE]
 * Writes a typed Playwright driver of a machine with an entry for each event and each state. Without
 * FILE it is printed, for tests/e2e/drivers. An existing FILE is not overwritten; exit code 2 is a
 * refusal. See docs/for-testers.md.
 */
import { readdirSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { parseArgs } from "node:util"
import { driverSkeleton, exportsOf, inLine, ownEventsOf, print } from "@financial-links/paths"
import { machineNamed } from "./charts/machines.ts"
import { projectRoot } from "./child-process.ts"

const DRIVERS = join(projectRoot, "tests/e2e/drivers")

/** The specifier of a file of the project in a file of this folder. */
const specifier = (folder: string, file: string): string => {
  const path = relative(folder, join(projectRoot, file)).split(sep).join("/")
  return path.startsWith(".") ? path : `./${path}`
}

const EVENTS = join(projectRoot, "src/events")

const fieldOf = (value: unknown, name: string): unknown =>
  (typeof value === "object" && value !== null) || typeof value === "function"
    ? Reflect.get(value, name)
    : undefined

/** The types of the events of a union schema; none for anything else. */
const typesIn = (schema: unknown): readonly string[] => {
  const members = fieldOf(schema, "members")
  const literals = Array.isArray(members)
    ? members.map((member) => fieldOf(fieldOf(fieldOf(member, "fields"), "type"), "literal"))
    : []
  return literals.filter((literal) => typeof literal === "string")
}

/** All event types of the schema in `src/events` that declares these, and perhaps more. */
const declaredTypes = async (handled: readonly string[]): Promise<readonly string[]> => {
  for (const file of readdirSync(EVENTS).filter((name) => name.endsWith(".ts")))
    for (const schema of (await exportsOf(join(EVENTS, file))).values()) {
      const types = typesIn(schema)
      if (types.length > 0 && handled.every((type) => types.includes(type))) return types
    }
  return handled
}

/** The driver of a machine, for a file in this folder. Throws if there is no such machine. */
export const driverOf = async (name: string, folder: string): Promise<string> => {
  const machine = await machineNamed(name)
  const exported = `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Machine`
  return driverSkeleton(machine, exported, await declaredTypes(ownEventsOf(machine)), {
    machine: specifier(folder, `machines/${name}.ts`),
    driver: "@financial-links/paths",
  })
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { machine: { type: "string" }, out: { type: "string" } },
    strict: true,
  })
  const { machine: name, out } = values
  if (name === undefined) throw new Error("Say --machine NAME; --help tells what else there is")
  if (out === undefined) return await print(await driverOf(name, DRIVERS))
  writeFileSync(out, await driverOf(name, dirname(resolve(out))), { flag: "wx" })
  await print(`${out}\n`)
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    console.error(inLine(error instanceof Error ? error.message : String(error)))
    process.exitCode = 2
  })
