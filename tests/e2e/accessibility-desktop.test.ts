import { describe } from "vitest"
import type { Route } from "../../src/navigation/routes.ts"
import { isExhaustive } from "../support/exhaustive.ts"
import { checkPages } from "./accessible-pages.ts"
import { openSite } from "./site.ts"

const site = openSite()

/** One page of each layout: a form, cards with prices, a ticket, figures, a text. */
const LAYOUTS: readonly string[] = ["login", "home", "order", "wallet", "agreement-detail"]
const isOfLayout = ({ name }: Route): boolean => LAYOUTS.includes(name)

describe(isExhaustive ? "every page on a desktop" : "a page of each layout on a desktop", () =>
  checkPages(site, { shape: "desktop", isLengthened: false, isRepresentative: isOfLayout }),
)
