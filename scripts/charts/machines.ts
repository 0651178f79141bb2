/** The machines of this repository by name, each with its table of cases. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { type Cases, exportsOf, isCases, isMachine } from "@financial-links/paths"
import type { AnyStateMachine } from "xstate"
import { projectRoot } from "../child-process.ts"

const machinesFolder = join(projectRoot, "machines")

/** Sorted by name. */
export const machineNames = (): readonly string[] =>
  readdirSync(machinesFolder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -3))
    .toSorted()

/** Throws if the machine does not exist. */
export const machineNamed = async (name: string): Promise<AnyStateMachine> => {
  const names = machineNames()
  if (!names.includes(name)) throw new Error(`There is no machine ${name}. There are: ${names.join(", ")}`)
  const exported = `${name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Machine`
  const machine = (await exportsOf(join(machinesFolder, `${name}.ts`))).get(exported)
  if (!isMachine(machine)) throw new Error(`machines/${name}.ts exports no machine called ${exported}`)
  return machine
}

/** Throws if the machine has no table. */
export const casesNamed = async (name: string): Promise<Cases> => {
  const cases = (await exportsOf(join(projectRoot, "tests/model/events", `${name}.ts`))).get("cases")
  if (!isCases(cases)) throw new Error(`tests/model/events/${name}.ts exports no table called cases`)
  return cases
}
