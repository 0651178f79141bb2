import { type MessageFormatElement, parse } from "@formatjs/icu-messageformat-parser"
import { localeNames, readTexts, type Texts } from "./texts-file.ts"
import { isUsed, readUsage, type Usage } from "./texts-usage.ts"

/** The names of a message's arguments and tags, sorted; throws when the message is not valid ICU. */
export function argumentNames(message: string): readonly string[] {
  const names = new Set<string>()
  const walk = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      // Type 0 is plain text and 7 the number sign of a plural: neither is an argument.
      if (element.type !== 0 && element.type !== 7) names.add(element.value)
      if ("options" in element) for (const option of Object.values(element.options)) walk(option.value)
      if ("children" in element) walk(element.children)
    }
  }
  walk(parse(message))
  return [...names].sort()
}

function compareMessage(key: string, source: string, text: string): string | null {
  try {
    const wanted = argumentNames(source).join(", ")
    const found = argumentNames(text).join(", ")
    return wanted === found ? null : `${key} uses {${found}} where English uses {${wanted}}`
  } catch (error) {
    return `${key} is not valid ICU: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** What is wrong with a locale, compared with the English source. */
export function checkLocale(english: Texts, texts: Texts): readonly string[] {
  const problems: string[] = []
  for (const [key, source] of Object.entries(english)) {
    const text = texts[key]
    if (text === undefined) problems.push(`${key} is missing`)
    else if (text.trim() === "") problems.push(`${key} is empty`)
    else {
      const problem = compareMessage(key, source, text)
      if (problem) problems.push(problem)
    }
  }
  for (const key of Object.keys(texts)) if (!(key in english)) problems.push(`${key} is not in en.json`)
  return problems
}

/** What is wrong between the code and the English texts. */
export function checkUsage(english: Texts, usage: Usage): readonly string[] {
  const absent = [...usage.required].filter(([key]) => !(key in english))
  const unused = Object.keys(english).filter((key) => !isUsed(key, usage))
  return [
    ...absent.map(([key, file]) => `${key} is used in ${file} and absent`),
    ...unused.map((key) => `${key} is used nowhere`),
  ]
}

/** Every problem of every locale, by locale; empty when all is complete. */
export function checkTexts(): ReadonlyMap<string, readonly string[]> {
  const english = readTexts("en")
  const found = new Map<string, readonly string[]>()
  if (Object.keys(english).length === 0) found.set("en", ["locales/en.json holds no texts"])
  for (const locale of localeNames) {
    const problems = [
      ...checkLocale(english, readTexts(locale)),
      ...(locale === "en" ? checkUsage(english, readUsage()) : []),
    ]
    if (problems.length > 0) found.set(locale, problems)
  }
  return found
}
