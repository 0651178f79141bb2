import { describe } from "vitest"
import { isExhaustive } from "../support/exhaustive.ts"
import { checkPages, isOfLayout } from "./accessible-pages.ts"
import { openSite } from "./site.ts"

const site = openSite()

describe(isExhaustive ? "every page on a desktop" : "a page of each layout on a desktop", () =>
  checkPages(site, { shape: "desktop", isLengthened: false, isRepresentative: isOfLayout }),
)
