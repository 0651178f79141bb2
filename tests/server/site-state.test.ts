import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isSiteOpen, readTermsDate, requireOpenSite } from "../../server/core/site-state.ts"
import { Db } from "../../server/db/db.ts"
import { openWorld, type RunningWorld, reasonOf } from "../support/cash.ts"
import { embedded } from "../support/engines.ts"

let world: RunningWorld
beforeAll(async () => {
  world = await openWorld(embedded)
})
afterAll(() => world.stop())

const execute = (sql: string) => Db.use((db) => db.execute(sql))

describe("the site", () => {
  it("is open until an operator closes it, and says so to what a closed site refuses", async () => {
    expect(await world.run(isSiteOpen())).toBe(true)
    expect(await world.run(reasonOf(requireOpenSite()))).toBe("done")
    await world.run(
      execute(`insert into settings (name, value, changed_at_ms) values ('website', '{"status":"0"}', 1)`),
    )
    expect(await world.run(isSiteOpen())).toBe(false)
    expect(await world.run(reasonOf(requireOpenSite()))).toBe("site.closed")
    await world.run(execute(`update settings set value = '{"status":"1"}' where name = 'website'`))
    expect(await world.run(isSiteOpen())).toBe(true)
  })

  it("dates its terms by the newest agreement in English", async () => {
    await world.run(execute("update articles set at_ms = 10"))
    await world.run(execute("update articles set at_ms = 20 where kind = 'agreement' and language = 'en'"))
    await world.run(execute("update articles set at_ms = 30 where kind <> 'agreement' or language <> 'en'"))
    expect(await world.run(readTermsDate())).toBe(20)
    await world.run(execute("delete from articles where kind = 'agreement'"))
    expect(await world.run(readTermsDate())).toBe(0)
  })
})
