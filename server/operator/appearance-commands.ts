import { createHash } from "node:crypto"
import { readFile, stat } from "node:fs/promises"
import { Effect } from "effect"
import { accentProblem, TAB_IDS, tabOrderProblem, tabPath } from "../../src/domain/appearance.ts"
import {
  type BrandImage,
  imageSetting,
  readAppearance,
  type SiteAppearance,
  writeSetting,
} from "../content/site.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { encodeBrandImage } from "../core/image-encoding.ts"
import { type Db, transaction } from "../db/db.ts"
import { type OperatorCommand, refuse, type Values } from "./command.ts"

/** Changes a part of the appearance, or returns it to the app's own, and records the decision. */
const decide = Effect.fnUntraced(function* (
  part: keyof SiteAppearance,
  value: SiteAppearance[keyof SiteAppearance] | null,
  { who, why }: Attribution,
  alsoWrite: Effect.Effect<void, { readonly message: string }, Db> = Effect.void,
) {
  yield* Effect.gen(function* () {
    const { [part]: _, ...others } = yield* readAppearance()
    yield* alsoWrite
    yield* writeSetting("appearance", value === null ? others : { ...others, [part]: value })
    const detail = { value: JSON.stringify(value) }
    yield* recordDecision({ command: `appearance ${part}`, subject: "appearance", who, why, detail })
  }).pipe(transaction)
  return "Done. Apps show it when they ask for the configuration next."
})

const fileMaxBytes = 2_000_000

const readImage = (path: string) =>
  Effect.tryPromise({
    try: async () => {
      if ((await stat(path)).size > fileMaxBytes) throw new RangeError(`more than ${fileMaxBytes} bytes`)
      return new Uint8Array(await readFile(path))
    },
    catch: (thrown) => refuse(`The file cannot be read: ${String(thrown)}`),
  })

const setImage = (which: BrandImage) =>
  Effect.fn(`appearance ${which}`)(function* ({ file = "" }: Values, decider: Attribution) {
    const image = yield* Effect.mapError(
      Effect.flatMap(readImage(file), (bytes) => encodeBrandImage(bytes, which)),
      (refused) => refuse(refused.message),
    )
    const hash = createHash("sha256").update(image).digest("hex").slice(0, 16)
    const data = Buffer.from(image).toString("base64")
    return yield* decide(which, hash, decider, writeSetting(imageSetting(which), { hash, data }))
  })

const setAccent = Effect.fn("setAccent")(function* ({ colour = "" }: Values, decider: Attribution) {
  const problem = accentProblem(colour)
  if (problem === undefined) return yield* refuse(`Not a colour such as #0a6b5e: ${colour}`)
  if (problem !== null)
    return yield* refuse(
      `${colour} has a contrast of ${problem.contrast.toFixed(1)} to 1 on the app's background, and text needs 4.5 to 1. ${problem.readable} is the nearest tone that has it.`,
    )
  return yield* decide("accent", colour.toLowerCase(), decider)
})

const setTabs = Effect.fn("setTabs")(function* ({ order = "" }: Values, decider: Attribution) {
  const ids = order.split(",").map((id) => id.trim())
  const problem = tabOrderProblem(ids.map(tabPath))
  if (problem !== null) return yield* refuse(problem)
  return yield* decide("tabs", ids, decider)
})

const parts = ["logo", "icon", "accent", "tabs"] as const

const resetPart = Effect.fn("resetPart")(function* ({ part = "" }: Values, decider: Attribution) {
  const known = parts.find((each) => each === part)
  if (known === undefined) return yield* refuse(`The part must be one of ${parts.join(", ")}.`)
  return yield* decide(known, null, decider)
})

const image = (which: BrandImage, summary: string): OperatorCommand<Db> => ({
  name: `appearance ${which}`,
  summary,
  parameters: [{ name: "file", summary: "full path of a PNG, JPEG or WebP on the server's machine" }],
  needsWhy: true,
  run: setImage(which),
})

/** Commands about the appearance of the app. */
export const appearanceCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "appearance list",
    summary: "What is configured of the appearance.",
    run: () =>
      Effect.map(readAppearance(), (appearance) =>
        Object.entries(appearance).map(([part, value]) => ({ part, value: String(value) })),
      ),
  },
  image(
    "logo",
    "Replaces the name and mark on the login, home and loading pages; readable on light and dark.",
  ),
  image(
    "icon",
    "Replaces the icon of the window and of the installed app and the mark beside the tabs; square, at least 192 pixels.",
  ),
  {
    name: "appearance accent",
    summary: "Sets the colour of buttons and links; refused if text in it could not be read.",
    parameters: [{ name: "colour", summary: "such as #0a6b5e" }],
    needsWhy: true,
    run: setAccent,
  },
  {
    name: "appearance tabs",
    summary: "Sets the order of the tab bar; trade stays in the middle.",
    parameters: [{ name: "order", summary: TAB_IDS.join(",") }],
    needsWhy: true,
    run: setTabs,
  },
  {
    name: "appearance reset",
    summary: "Returns a part to the app's own.",
    parameters: [{ name: "part", summary: parts.join(", ") }],
    needsWhy: true,
    run: resetPart,
  },
]
