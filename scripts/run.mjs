// `npm run NAME` is `node scripts/run.mjs NAME`. Old versions of Node must be able to parse this
// file, so that it can name the one that is needed.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

createRequire(import.meta.url)("./require-node.cjs")

/** Names whose script is not scripts/NAME.ts, with its first arguments. */
const others = {
  operator: ["server/operator.ts"],
  verify: ["server/verify/main.ts"],
  audit: ["server/verify/audit-main.ts"],
  mutate: ["scripts/paths.ts", "mutate"],
  "test:all": ["scripts/test.ts", "all"],
  "test:changed": ["scripts/test.ts", "changed"],
  "test:unit": ["scripts/test.ts", "unit"],
  "test:server": ["scripts/test.ts", "server"],
  "test:e2e": ["scripts/test.ts", "e2e"],
  "test:model": ["scripts/test.ts", "model"],
  "test:torture": ["scripts/torture.ts"],
}
/** A small young generation keeps the server's memory flat (docs/operation.md). */
const flagsOf = (name) => (name === "start" ? ["--max-semi-space-size=8"] : [])

const [name = "", ...given] = process.argv.slice(2)
const [script, ...first] = others[name] ?? [`scripts/${name}.ts`]
const path = join(import.meta.dirname, "..", script)

if (given.includes("--help") || given.includes("-h")) {
  // a script's first comment is its description
  const [, comment = ""] = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(path, "utf8")) ?? []
  console.log(comment.replaceAll(/^\s*\* ?/gm, "").trim())
} else {
  const child = spawn(process.execPath, [...flagsOf(name), path, ...first, ...given], { stdio: "inherit" })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.once("exit", (code) => process.exit(code ?? 1))
}
