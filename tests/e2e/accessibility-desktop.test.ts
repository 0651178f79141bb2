// @module-tag exhaustive
import { describe } from "vitest"
import { checkPages } from "./accessible-pages.ts"
import { openSite } from "./site.ts"

const site = openSite()

describe("every page on a desktop", () => checkPages(site, { shape: "desktop", isLengthened: false }))
