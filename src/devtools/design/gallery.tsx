import { type ReactNode, useState } from "react"
import { quickParts } from "../../domain/money.ts"
import { Amount, AssetAmount } from "../../ui/Amount.tsx"
import { Badge, Status } from "../../ui/Badge.tsx"
import { BalanceHero } from "../../ui/BalanceHero.tsx"
import { Button, IconButton, LinkButton } from "../../ui/Button.tsx"
import { Card, CardRow } from "../../ui/Card.tsx"
import { Checkbox } from "../../ui/Checkbox.tsx"
import { ChoiceList } from "../../ui/ChoiceList.tsx"
import { CopyValue } from "../../ui/CopyValue.tsx"
import { Field } from "../../ui/Field.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { FilePick } from "../../ui/FilePick.tsx"
import { glyphBell, glyphDocument, glyphMarket, glyphPlus } from "../../ui/glyphs.ts"
import { List, ListRow } from "../../ui/List.tsx"
import { LoadingOverlay } from "../../ui/LoadingOverlay.tsx"
import { MediaPlayer } from "../../ui/MediaPlayer.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Notice, SimulatedLabel } from "../../ui/Notice.tsx"
import { Change, Price } from "../../ui/Price.tsx"
import { QrCode } from "../../ui/QrCode.tsx"
import { QuickAmounts } from "../../ui/QuickAmounts.tsx"
import { RichText } from "../../ui/RichText.tsx"
import { Segmented, SegmentedTabs } from "../../ui/Segmented.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { ActionSheet, Sheet } from "../../ui/Sheet.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { Sparkline } from "../../ui/Sparkline.tsx"
import { Spinner } from "../../ui/Spinner.tsx"
import { EmptyState, ErrorState, OfflineState } from "../../ui/StateView.tsx"
import { Swiper } from "../../ui/Swiper.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { Timeline } from "../../ui/Timeline.tsx"
import { TimeRing } from "../../ui/TimeRing.tsx"
import { Wordmark } from "../../ui/Wordmark.tsx"
import styles from "./gallery.module.css"

const dialogs = ["modal", "sheet", "action sheet", "loading"] as const

/** How long the veil is shown: it has no way to close it. */
const VEIL_MS = 1_500

const Dialogs = () => {
  const [shown, setShown] = useState<(typeof dialogs)[number]>()
  const close = () => setShown(undefined)
  return (
    <>
      {dialogs.map((name) => (
        <Button
          key={name}
          tone="secondary"
          onClick={() => {
            setShown(name)
            if (name === "loading") setTimeout(close, VEIL_MS)
          }}
        >
          {name}
        </Button>
      ))}
      <Modal open={shown === "modal"} title="Modal" onConfirm={close} onCancel={close}>
        A question.
      </Modal>
      <Sheet open={shown === "sheet"} title="Sheet" onClose={close}>
        Its content.
      </Sheet>
      <ActionSheet
        open={shown === "action sheet"}
        title="Action sheet"
        actions={["one", "two"].map((id) => ({ id, label: id }))}
        onPick={close}
        onClose={close}
      />
      <LoadingOverlay open={shown === "loading"} text="Loading" />
    </>
  )
}

const nothing = () => undefined
const swiperLabels = { label: "Slides", pause: "Pause", play: "Play", slide: (at: number) => `Slide ${at}` }
const buttonTones = ["primary", "secondary", "quiet", "danger", "up", "down"] as const
const statuses = ["pending", "checking", "success", "rejected", "cancelled"] as const
const noticeTones = ["info", "success", "warning", "danger"] as const
const shapes = ["text", "row", "card", "chart", "hero", "figure"] as const
const prices = ["25.40", "25.61", "25.38", "25.74", "25.91", "25.83", "26.02"]

const Buttons = () => (
  <>
    {buttonTones.map((tone) => (
      <Button key={tone} tone={tone} onClick={nothing}>
        {tone}
      </Button>
    ))}
    <Button glyph={glyphPlus}>glyph</Button>
    <Button size="small">small</Button>
    <Button busy>busy</Button>
    <Button disabled>disabled</Button>
    <LinkButton href="https://example.org">link</LinkButton>
    <IconButton glyph={glyphBell} label="icon button" onClick={nothing} />
    <IconButton glyph={glyphBell} label="icon button, 3" count="3" onClick={nothing} />
    <LinkButton href="https://example.com">link button</LinkButton>
    <TextLink href="#design">text link</TextLink>
  </>
)

const Amounts = () => (
  <>
    <Amount value="12480.50" size="hero" />
    <Amount value="12480.50" size="large" />
    <Amount value="953.94" tone="result" />
    <Amount value="-50.00" tone="result" />
    <Amount value="12480.50" hidden />
    <Amount value="12480.50" stale />
    <AssetAmount value="15.625" asset="USDT" />
    <Price value="25.4000" size="large" />
    <Change ppm={12_500} />
    <Change ppm={-8_400} />
    <Sparkline points={prices} label="a week" />
    <TimeRing remainingMs={40_000} totalMs={60_000} shape="labelled" />
  </>
)

const Fields = () => {
  const [text, setText] = useState("")
  const [isChecked, setChecked] = useState(false)
  const [choice, setChoice] = useState("one")
  const options = ["one", "two", "three"].map((value) => ({ value, label: value }))
  return (
    <>
      <Field label="Text" value={text} onChange={setText} hint="a hint" />
      <Field label="Password" kind="password" value={text} onChange={setText} />
      <Field label="Amount" kind="decimal" prefix="₦" large value={text} onChange={setText} />
      <Field label="With a fault" value={text} onChange={setText} error="what is wrong" />
      <Field label="Several lines" kind="multiline" value={text} onChange={setText} />
      <SelectField label="Select" value={choice} options={options} onChange={setChoice} />
      <Segmented label="Segmented" value={choice} options={options} onChange={setChoice} />
      <Checkbox label="Checkbox" checked={isChecked} onChange={setChecked} />
      <Checkbox label="Checkbox with a fault" checked={false} onChange={nothing} error="what is wrong" />
      <ChoiceList
        label="Choice list"
        name="choice"
        choices={options.map(({ value, label }) => ({ id: value, title: label, detail: "a detail" }))}
        chosen={choice}
        onChoose={setChoice}
      />
      <QuickAmounts shares={quickParts("1000.00", "300.00", "1000.00")} onPick={setText} />
      <FilePick label="File" onPick={nothing} />
      <CopyValue label="Copy" value="TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" onCopy={nothing} />
    </>
  )
}

const Lists = () => {
  const [tab, setTab] = useState("rows")
  return (
    <>
      <SegmentedTabs
        label="Tabs"
        segments={["rows", "none"].map((id) => ({ id, label: id }))}
        active={tab}
        onSelect={setTab}
        panelId="design-panel"
      />
      <div id="design-panel" role="tabpanel" aria-label={tab}>
        {tab === "rows" ? (
          <List label="Rows">
            <ListRow
              glyph={glyphDocument}
              title="Row"
              subtitle="subtitle"
              value="value"
              note="note"
              onPress={nothing}
            />
            <ListRow title="Current" current onPress={nothing} />
          </List>
        ) : null}
      </div>
      <Figures
        rows={[
          { id: "fee", label: "Fee", value: <Amount value="0.00" />, note: "a note" },
          { id: "sum", label: "Sum", value: <Amount value="953.94" />, emphasis: true },
        ]}
      />
      <Timeline
        steps={[
          { id: "sent", title: "Sent", time: "7:08", state: "done" },
          { id: "review", title: "Under review", state: "current" },
          { id: "paid", title: "Paid", state: "todo" },
        ]}
      />
    </>
  )
}

const Cards = () => (
  <>
    <BalanceHero label="Balance" amount="217839.08" lesserLabel="Not now" lesserAmount="5000.00" />
    <CardRow label="Cards">
      {(["plain", "sunken", "accent"] as const).map((tone) => (
        <Card key={tone} tone={tone}>
          {tone}
        </Card>
      ))}
    </CardRow>
    <Swiper labels={swiperLabels} slides={["one", "two"].map((id) => ({ id, content: <Card>{id}</Card> }))} />
    <QrCode value="https://example.org" label="a link" />
  </>
)

const States = () => (
  <>
    <EmptyState glyph={glyphMarket} text="Empty" actionLabel="Do something" onAction={nothing} />
    <ErrorState onAction={nothing} />
    <OfflineState onAction={nothing} />
    <Spinner />
    {shapes.map((shape) => (
      <Skeleton key={shape} shape={shape} silent />
    ))}
  </>
)

const Marks = () => (
  <>
    <Wordmark size="large" />
    <Badge>badge</Badge>
    {statuses.map((kind) => (
      <Status key={kind} kind={kind}>
        {kind}
      </Status>
    ))}
    <SimulatedLabel />
    {noticeTones.map((tone) => (
      <Notice key={tone} tone={tone} title={tone}>
        What a member should know.
      </Notice>
    ))}
  </>
)

const Articles = () => (
  <>
    <RichText
      linkHosts={[]}
      html="<h2>Heading</h2><p>A <strong>strong</strong> word.</p><table><tbody><tr><th>Figure</th><td>1</td></tr></tbody></table>"
    />
    <MediaPlayer src="/media/company.webm" label="video" />
  </>
)

const sections: readonly { readonly name: string; readonly view: ReactNode }[] = [
  { name: "Marks and notices", view: <Marks /> },
  { name: "Buttons", view: <Buttons /> },
  { name: "Figures", view: <Amounts /> },
  { name: "Fields", view: <Fields /> },
  { name: "Lists", view: <Lists /> },
  { name: "Cards", view: <Cards /> },
  { name: "Dialogs", view: <Dialogs /> },
  { name: "Articles", view: <Articles /> },
  { name: "States", view: <States /> },
]

/** Every part in its states. Its words are for developers and not translated. */
export const Gallery = () => (
  <main className={styles.gallery}>
    <h1>Design</h1>
    {sections.map(({ name, view }) => (
      <section key={name} className={styles.section} data-design={name}>
        <h2>{name}</h2>
        <div className={styles.parts}>{view}</div>
      </section>
    ))}
  </main>
)
