import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync, Visitor } from "rolldown/utils"
import { projectRoot } from "./run.ts"

/** What the code says about texts. */
export interface Usage {
  /** Every string literal. */
  readonly literals: ReadonlySet<string>
  /** Templates as patterns: `error.${reason}` becomes /^error\..+$/. */
  readonly patterns: readonly RegExp[]
  /** Keys given where only a key can stand: id="…" of a text, formatMessage({ id: "…" }). */
  readonly required: ReadonlyMap<string, string>
}

const quoted = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
const sourceFolders = ["src", "machines", "server"]

function sourceFiles(): string[] {
  return sourceFolders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
}

/** Reads one file's literals, templates and text keys into the collections given. */
export function collectUsage(
  file: string,
  code: string,
  into: { literals: Set<string>; patterns: RegExp[]; required: Map<string, string> },
): void {
  const parsed = parseSync(file, code)
  if (parsed.errors.length > 0) throw new Error(`${file} does not parse: ${parsed.errors[0]?.message}`)
  new Visitor({
    Literal(node) {
      if (typeof node.value === "string") into.literals.add(node.value)
    },
    TemplateLiteral(node) {
      const parts = node.quasis.map((quasi) => quasi.value.cooked ?? "")
      if (parts.length === 1) into.literals.add(parts[0] ?? "")
      // A template that does not begin with a group of keys would match everything.
      else if (/^[a-z][\w-]*\./.test(parts[0] ?? ""))
        into.patterns.push(new RegExp(`^${parts.map(quoted).join(".+")}$`))
    },
    CallExpression(node) {
      const callee = node.callee
      const name =
        callee.type === "Identifier"
          ? callee.name
          : callee.type === "MemberExpression" && callee.property.type === "Identifier"
            ? callee.property.name
            : ""
      const argument = node.arguments[0]
      if (name !== "formatMessage" || argument?.type !== "ObjectExpression") return
      for (const property of argument.properties) {
        if (property.type !== "Property" || property.key.type !== "Identifier" || property.key.name !== "id")
          continue
        if (property.value.type === "Literal" && typeof property.value.value === "string")
          into.required.set(property.value.value, file)
      }
    },
    JSXOpeningElement(node) {
      if (node.name.type !== "JSXIdentifier" || node.name.name !== "FormattedMessage") return
      for (const attribute of node.attributes) {
        if (attribute.type !== "JSXAttribute" || attribute.name.name !== "id") continue
        if (attribute.value?.type === "Literal" && typeof attribute.value.value === "string")
          into.required.set(attribute.value.value, file)
      }
    },
  }).visit(parsed.program)
}

/** Reads every source file of the product. */
export function readUsage(): Usage {
  const usage = { literals: new Set<string>(), patterns: [] as RegExp[], required: new Map<string, string>() }
  for (const file of sourceFiles()) collectUsage(file, readFileSync(join(projectRoot, file), "utf8"), usage)
  return usage
}

/** Whether the code can ask for this key. */
export function isUsed(key: string, usage: Usage): boolean {
  return usage.literals.has(key) || usage.patterns.some((pattern) => pattern.test(key))
}
