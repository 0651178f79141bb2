/**
 * The schema of a restored navigation context: every page belongs to the route table under its own
 * name, or is missing.
 */
import { Schema } from "effect"
import { standard } from "../events/declaration.ts"
import { ROUTES } from "./routes.ts"
import { NOT_FOUND, routeAt } from "./stack.ts"

const text = Schema.String
const count = Schema.Int

const KeptEntry = Schema.Struct({
  id: text,
  order: count,
  name: text,
  path: text,
  url: text,
  tab: Schema.Boolean,
  status: Schema.Literals(["dormant", "loading", "loaded", "failed", "missing"]),
  shown: Schema.Boolean,
  held: Schema.Boolean,
}).check(
  Schema.makeFilter(({ name, path, url, tab, status }) => {
    const route = routeAt(ROUTES, path)
    if (!url.startsWith(path)) return false
    return route === undefined
      ? name === NOT_FOUND && status === "missing" && !tab
      : route.name === name && route.tab === tab && status !== "missing"
  }),
)

const KeptStack = Schema.Array(KeptEntry)

export const RestoredNavigation = standard(
  Schema.Struct({
    table: Schema.Null,
    member: Schema.Boolean,
    pages: Schema.Struct({ stack: KeptStack, tabs: KeptStack }),
    epoch: text,
    count,
    call: Schema.NullOr(
      Schema.Struct({
        id: text,
        key: text,
        method: Schema.Literals(["navigateTo", "redirectTo", "reLaunch", "switchTab"]),
        url: text,
        tapped: Schema.optionalKey(Schema.Boolean),
        left: Schema.optionalKey(text),
      }),
    ),
    overlays: Schema.Array(text),
    outbox: Schema.Array(Schema.Never),
  }),
)
