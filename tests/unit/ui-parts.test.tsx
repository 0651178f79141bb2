import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { IntlProvider } from "react-intl"
import { describe, expect, it } from "vitest"
import english from "../../locales/en.json" with { type: "json" }
import { changePpm, quickParts } from "../../src/domain/money.ts"
import { DayList } from "../../src/features/patterns/record-list.tsx"
import { Amount, AssetAmount } from "../../src/ui/Amount.tsx"
import { BalanceHero } from "../../src/ui/BalanceHero.tsx"
import { Button } from "../../src/ui/Button.tsx"
import { Field } from "../../src/ui/Field.tsx"
import { HiddenAmounts } from "../../src/ui/hidden-amounts.tsx"
import { ListRow } from "../../src/ui/List.tsx"
import { Notice } from "../../src/ui/Notice.tsx"
import { Change } from "../../src/ui/Price.tsx"
import { qrPath } from "../../src/ui/QrCode.tsx"
import { QuickAmounts } from "../../src/ui/QuickAmounts.tsx"
import { Segmented } from "../../src/ui/Segmented.tsx"
import { sparkPath } from "../../src/ui/Sparkline.tsx"
import { TimeRing } from "../../src/ui/TimeRing.tsx"
import { ToastWords } from "../../src/ui/Toast.tsx"
import { indicesOf, offsetsOf, rowAt, windowOf } from "../../src/ui/VirtualList.tsx"

const markup = (node: ReactNode): string =>
  renderToStaticMarkup(
    <IntlProvider locale="en-US" messages={english}>
      {node}
    </IntlProvider>,
  )
const words = (node: ReactNode): string => markup(node).replace(/<[^>]+>/g, "")
const nothing = () => undefined

describe("an amount", () => {
  it("has its exact value in the markup, and reads as one figure", () => {
    expect(markup(<Amount value="12480.50" />)).toContain('value="12480.50"')
    expect(words(<Amount value="12480.50" />)).toBe("₦12,480.50")
  })

  it("does not contain a hidden figure", () => {
    expect(markup(<Amount value="12480.50" hidden />)).not.toContain("480")
    expect(words(<Amount value="12480.50" hidden />)).toContain("Amount hidden")
  })

  it("of an asset is hidden with those of naira, whose worth it tells", () => {
    const sent = <AssetAmount value="31.25" asset="USDT" />
    expect(words(sent)).toBe("31.25\u00a0USDT")
    const hidden = markup(<HiddenAmounts areHidden>{sent}</HiddenAmounts>)
    expect(hidden).not.toContain("31.25")
    expect(hidden).toContain("USDT")
  })

  it("announces a cached value", () => {
    expect(words(<Amount value="1.00" stale />)).toContain("last known")
  })

  it("signs a result", () => {
    expect(words(<Amount value="953.94" tone="result" />)).toBe("+₦953.94")
    expect(words(<Amount value="-50.00" tone="result" />)).toBe("−₦50.00")
    expect(words(<Amount value="0.00" tone="result" />)).toBe("₦0.00")
  })
})

describe("a toast", () => {
  it.each([
    ["success", ["Success"]],
    ["error", ["Failure"]],
    ["none", []],
  ] as const)("with the icon %s is announced with what the icon says", (icon, names) => {
    const announced = <ToastWords icon={icon} text="Card removed" />
    const labels = [...markup(announced).matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, name]) => name)
    expect(labels).toEqual(names)
    expect(words(announced).trim()).toBe("Card removed")
  })
})

describe("a change", () => {
  it.each([
    [12_500, "▲+1.25%"],
    [-8_400n, "▼−0.84%"],
    [0, "◆0.00%"],
  ])("of %s has a mark and a sign, not only a colour", (ppm, text) => {
    expect(words(<Change ppm={ppm} />)).toBe(text)
  })

  it("between two prices is exact", () => {
    expect(changePpm("25.4000", "25.9100")).toBe(20_079n)
    expect(changePpm("3.0000", "2.0000")).toBe(-333_333n)
    expect(changePpm("0.0000", "2.0000")).toBe(0n)
  })
})

describe("a field", () => {
  it("links its error and hint to the input", () => {
    const html = markup(
      <Field id="f" label="Amount" value="1,5" onChange={nothing} error="Too much" hint="At most 1" />,
    )
    expect(html).toContain('aria-describedby="f-error f-hint"')
    expect(html).toContain('aria-invalid="true"')
    expect(html).toMatch(/id="f-error"[^>]*>.*Too much/)
    expect(html).toContain('value="1,5"')
    expect(html).toContain('for="f"')
  })

  it("renders the error's element and its live region before there is an error", () => {
    const html = markup(<Field id="f" label="Amount" value="" onChange={nothing} />)
    expect(html).toMatch(/<div id="f-error"><\/div><div class="visually-hidden" role="status"><\/div>/)
    expect(html).not.toContain("aria-describedby")
  })

  it("asks for the fitting keyboard, and leaves passwords to the password manager", () => {
    expect(markup(<Field label="A" kind="decimal" value="" onChange={nothing} />)).toContain(
      'inputMode="decimal"',
    )
    const password = markup(
      <Field label="P" kind="password" autoComplete="current-password" value="x" onChange={nothing} />,
    )
    expect(password).toContain('type="password"')
    expect(password).toContain('autoComplete="current-password"')
    expect(password).toContain("Show password")
  })
})

describe("choices and buttons", () => {
  it("a busy button keeps its text, and is marked as busy", () => {
    const html = markup(<Button busy>Send</Button>)
    expect(html).toContain("Send")
    expect(html).toContain('aria-busy="true"')
    expect(html).not.toContain(" disabled=")
  })

  it("a choice is a radio group with a name", () => {
    const options = ["1", "7"].map((value) => ({ value, label: value }))
    const html = markup(<Segmented label="Period" value="7" options={options} onChange={nothing} />)
    expect(html.match(/type="radio"/g)).toHaveLength(2)
    expect(html).toMatch(/<legend[^>]*>Period/)
    expect(html.match(/checked=""/g)).toHaveLength(1)
  })

  it("shares of an amount that cannot be used are disabled", () => {
    const shares = quickParts("2000.00", "1000.00", "9000.00")
    const buttons = markup(<QuickAmounts shares={shares} onPick={nothing} />).split("<button")
    expect(buttons.map((each) => each.includes('disabled=""'))).toEqual([false, true, false, false, false])
  })
})

describe("accessible descriptions", () => {
  it("announce a danger as an alert, and other notices as a status", () => {
    const roleOf = (tone: "info" | "success" | "warning" | "danger", announced = true) =>
      /role="(\w+)"/.exec(
        markup(
          <Notice tone={tone} announced={announced}>
            x
          </Notice>,
        ),
      )?.[1]
    expect([roleOf("info"), roleOf("success"), roleOf("warning")]).toEqual(["status", "status", "status"])
    expect(roleOf("danger")).toBe("alert")
    expect(roleOf("danger", false)).toBeUndefined()
  })

  it("name a balance button by its label and figure", () => {
    const html = markup(<BalanceHero label="Available balance" amount="12480.50" onPress={nothing} />)
    const [, label = "", figure = ""] = /aria-labelledby="(\S+) (\S+)"/.exec(html) ?? []
    expect(html).toMatch(new RegExp(`<span id="${label}"[^>]*>Available balance<`))
    expect(html).toMatch(new RegExp(`<button[^>]* id="${figure}"`))
  })
})

describe("drawings", () => {
  it("a ring has the time left as its label", () => {
    expect(markup(<TimeRing remainingMs={61_000} totalMs={122_000} />)).toContain(
      'aria-label="1 minute 1 second left"',
    )
    expect(markup(<TimeRing remainingMs={-5} totalMs={0} />)).toContain("0 seconds left")
  })

  it("a line stays inside its box, flat or steep", () => {
    expect(sparkPath(["1.0000"])).toBe("")
    expect(sparkPath(["1.0000", "1.0000"])).toBe("M2.0 12.0L58.0 12.0")
    expect(sparkPath(["1.0000", "3.0000", "2.0000"])).toBe("M2.0 22.0L30.0 2.0L58.0 12.0")
  })

  it("a code has its three corners and a quiet zone", () => {
    const { path, size } = qrPath("TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE")
    expect(size).toBe(29 + 8)
    expect(path.startsWith("M4 4h7v1h-7z")).toBe(true)
    expect(path).toContain(`M${size - 11} 4h7v1h-7z`)
    expect(path).toContain(`M4 ${size - 5}h7v1h-7z`)
  })
})

describe("the window of a long list", () => {
  const offsets = offsetsOf([10, 20, 30, 40])

  it("finds the row at a distance", () => {
    expect([...offsets]).toEqual([0, 10, 30, 60, 100])
    expect([-5, 0, 9, 10, 29, 30, 99, 500].map((px) => rowAt(offsets, px))).toEqual([0, 0, 0, 1, 1, 2, 3, 3])
  })

  it("covers the view and its margin, and nothing in an empty list", () => {
    expect(windowOf(offsets, 12, 35, 0)).toEqual({ first: 1, end: 3 })
    expect(windowOf(offsets, 12, 35, 5)).toEqual({ first: 0, end: 4 })
    expect(windowOf(offsetsOf([]), 0, 100, 5)).toEqual({ first: 0, end: 0 })
  })

  it("keeps the focused row in its place", () => {
    expect(indicesOf({ first: 3, end: 5 }, 0)).toEqual([0, 3, 4])
    expect(indicesOf({ first: 3, end: 5 }, 9)).toEqual([3, 4, 9])
    expect(indicesOf({ first: 3, end: 5 }, 4)).toEqual([3, 4])
    expect(indicesOf({ first: 3, end: 5 }, undefined)).toEqual([3, 4])
  })
})

describe("a list by days", () => {
  const dayMs = 86_400_000
  const listOf = (count: number) =>
    markup(
      <DayList
        items={Array.from({ length: count }, (_, index) => index)}
        keyOf={String}
        atMsOf={(index) => 1_750_000_000_000 - Math.floor(index / 3) * dayMs}
        renderRow={(index) => <ListRow key={index} title={`row ${index}.`} />}
        label="Records"
      />,
    )

  it("has its rows under their days, in sections as long as it is short", () => {
    const short = listOf(9)
    expect(short.match(/<section/g)).toHaveLength(3)
    expect(short.match(/<li/g)).toHaveLength(9)
    expect(short.indexOf("row 3.")).toBeGreaterThan(short.lastIndexOf("<h2", short.indexOf("row 3.")))
  })

  it("draws a few of ten thousand rows, and tells readers how many there are", () => {
    const long = listOf(10_000)
    expect(long.match(/<h2/g)).toHaveLength(4)
    expect(long.match(/row \d+\./g)).toHaveLength(12)
    expect(long).not.toMatch(/<li[^>]*><li/)
    expect(long).toContain(`aria-setsize="${10_000 + Math.ceil(10_000 / 3)}"`)
  })
})
