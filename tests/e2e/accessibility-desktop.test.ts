import { describe } from "vitest"
import { checkEveryPage } from "./accessible-pages.ts"
import { openSite } from "./site.ts"

const site = openSite()

describe("every page on a desktop", () => checkEveryPage(site, "desktop"))
