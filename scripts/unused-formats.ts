import type { Plugin } from "vite"

/** Calls of react-intl's object that the app never makes: texts are `intl.formatMessage`, all else is `src/ui/format.ts`. */
const unused = [
  "formatNumber",
  "formatNumberToParts",
  "formatDuration",
  "formatDurationToParts",
  "formatRelativeTime",
  "formatDate",
  "formatDateToParts",
  "formatDateTimeRange",
  "formatTime",
  "formatTimeToParts",
  "formatPlural",
  "formatList",
  "formatListToParts",
  "formatDisplayName",
  "\\$t",
].join("|")

const memberLine = new RegExp(`^\\s*(?:${unused}): \\w+\\.bind\\(null, .*$`, "gm")
/** What only those calls format with. */
const formatter =
  /^\s*get(?:DurationFormat|RelativeTimeFormat|ListFormat|DisplayNames): memoize\([^{]*\{[^}]*\}\),?$/gm
const formatterName = /^\s*const (\w+) = Intl\.\1;$/gm
/**
 * Asks whether the browser knows the locale, only to warn where it does not. The first such question has the browser list every locale it has: that takes longer
 * than drawing the login page, which formats nothing, and every browser the app runs in knows its ten.
 */
const localeChecks =
  / else if \(!Intl\.NumberFormat\.supportedLocalesOf\(locale\).*\s+else if \(!Intl\.DateTimeFormat\.supportedLocalesOf\(locale\).*$/gm
const callOfUnused = new RegExp(`\\bintl\\.(?:${unused})\\b`)
const nameLine = /^\w+\.displayName = "\w+";$/gm

/** What makes the components that nobody uses: calling it does nothing else, so an unused result can go. */
export const componentMakers = ["createFormattedComponent", "createFormattedDateTimePartsComponent"] as const

/** Wraps a component that nobody uses; reached through an object of React's, it has to be called pure where it stands. */
const wrapping = / = (React\.memo\()/g

/**
 * Lets go of what the app does not use of react-intl: texts are asked for by a hook, but the names that the library gives its components, and the object that
 * holds every call, keep all of it in. A file of the app that makes one of these calls after all stops the build.
 */
export const unusedFormats = (): Plugin => ({
  name: "unused-formats",
  apply: "build",
  transform: {
    filter: { id: /\/(?:node_modules\/(?:react-intl|@formatjs\/intl)\/index\.js|src\/[^?]+\.tsx?)$/ },
    handler(code, id) {
      const isLibrary = id.includes("/node_modules/")
      if (!isLibrary) {
        if (callOfUnused.test(code)) this.error(`${id} makes a call of react-intl that builds leave out`)
        return null
      }
      const patterns = id.includes("@formatjs")
        ? [memberLine, formatter, formatterName, localeChecks]
        : [nameLine]
      if (patterns.some((pattern) => code.search(pattern) < 0))
        this.error(`something was not found in ${id} that is to be left out`)
      const rest = patterns.reduce((kept, pattern) => kept.replaceAll(pattern, ""), code)
      return { code: rest.replaceAll(wrapping, " = /* @__PURE__ */ $1"), map: null }
    },
  },
})
