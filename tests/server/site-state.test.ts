import { describe, expect, it } from "vitest"
import { isSiteOpen, readTermsDate, requireOpenSite } from "../../server/core/site-state.ts"
import { Db } from "../../server/db/db.ts"
import { reasonOf } from "../support/cash.ts"
import { embedded } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const { run } = openTestWorld(embedded)

const execute = (sql: string) => Db.use((db) => db.execute(sql))

describe("the site", () => {
  it("is open until an operator closes it, and says so to what a closed site refuses", async () => {
    expect(await run(isSiteOpen())).toBe(true)
    expect(await run(reasonOf(requireOpenSite()))).toBe("done")
    await run(
      execute(`insert into settings (name, value, changed_at_ms) values ('website', '{"status":"0"}', 1)`),
    )
    expect(await run(isSiteOpen())).toBe(false)
    expect(await run(reasonOf(requireOpenSite()))).toBe("site.closed")
    await run(execute(`update settings set value = '{"status":"1"}' where name = 'website'`))
    expect(await run(isSiteOpen())).toBe(true)
  })

  it("dates its terms by the newest agreement in English", async () => {
    await run(execute("update articles set at_ms = 10"))
    await run(execute("update articles set at_ms = 20 where kind = 'agreement' and language = 'en'"))
    await run(execute("update articles set at_ms = 30 where kind <> 'agreement' or language <> 'en'"))
    expect(await run(readTermsDate())).toBe(20)
    await run(execute("delete from articles where kind = 'agreement'"))
    expect(await run(readTermsDate())).toBe(0)
  })
})
