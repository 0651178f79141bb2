"use strict"
// Required before a script: with --help it prints the first comment of the script's file, its own
// description, and ends the process before anything of the script runs.
const { readFileSync } = require("node:fs")

const [, script, ...given] = process.argv

if (script !== undefined && given.some((each) => each === "--help" || each === "-h")) {
  const [, comment = ""] = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(script, "utf8")) ?? []
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
  process.stdout.write(`${lines.join("\n").trim()}\n`)
  process.exit(0)
}
