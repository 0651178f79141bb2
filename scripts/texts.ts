/**
 * npm run texts -- add KEY "English text" [KEY "text" …]   adds or replaces texts of locales/en.json
 * npm run texts -- remove KEY [KEY …]                       removes them from every locale
 * npm run texts -- check                                    what is missing, extra, unused or malformed
 */
import { parse } from "@formatjs/icu-messageformat-parser"
import { LOCALES } from "../src/domain/limits.ts"
import { checkTexts, updateTexts } from "./texts-check.ts"

const keyShape = /^[a-z][\w-]*(\.[\w-]+)+$/

function add(words: readonly string[]): void {
  const added: Record<string, string> = {}
  for (let index = 0; index < words.length; index += 2) {
    const [key = "", text = ""] = words.slice(index, index + 2)
    if (!keyShape.test(key)) throw new Error(`${key} is not a dotted key such as login.title`)
    if (text.trim() === "") throw new Error(`${key} has no text`)
    parse(text)
    added[key] = text
  }
  updateTexts("en", (texts) => ({ ...texts, ...added }))
  console.log(`${Object.keys(added).length} texts written to locales/en.json`)
}

function remove(keys: readonly string[]): void {
  const without = (texts: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key)))
  for (const locale of LOCALES) updateTexts(locale, without)
}

async function check(): Promise<void> {
  const problems = await checkTexts()
  for (const [locale, lines] of problems)
    console.log(`${locale}: ${lines.length}\n${lines.map((line) => `  ${line}`).join("\n")}`)
  if (problems.size > 0) process.exitCode = 1
  else console.log(`${LOCALES.length} locales are complete`)
}

const [command, ...words] = process.argv.slice(2)
try {
  if (command === "add" && words.length >= 2 && words.length % 2 === 0) add(words)
  else if (command === "remove" && words.length > 0) remove(words)
  else if (command === "check") await check()
  else throw new Error('usage: npm run texts -- add KEY "text" | remove KEY | check')
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
