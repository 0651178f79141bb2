/**
 * npm run screens: draws every route with real records, light and dark, on a phone and a desktop, in
 * four languages, as contact sheets in .cache/screens. Never part of `npm test`: the sheets are looked at.
 * SCREENS_LOCALES=ja,it other languages · ONLY_ROUTES=home,my these routes · SCREENS_HEIGHT=1800 a longer phone
 */
import { run } from "./child-process.ts"
import { isFresh } from "./stamp.ts"

const minuteMs = 60_000

const built = isFresh(true) || (await run("node", ["scripts/build.ts"], { isShown: true })).ok
const drawn =
  built &&
  (await run("vitest", ["run", "--project", "screens"], { isShown: true, timeoutMs: 30 * minuteMs })).ok
console.log(drawn ? "The sheets are in .cache/screens." : "The screens could not all be drawn.")
if (!drawn) process.exitCode = 1
