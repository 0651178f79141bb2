import { useState } from "react"
import { Amount } from "../../../src/ui/Amount.tsx"
import { AppFrame } from "../../../src/ui/AppFrame.tsx"
import { Badge, Status } from "../../../src/ui/Badge.tsx"
import { Button } from "../../../src/ui/Button.tsx"
import { Card } from "../../../src/ui/Card.tsx"
import { Change } from "../../../src/ui/Change.tsx"
import { Field } from "../../../src/ui/Field.tsx"
import { useFormat } from "../../../src/ui/format.ts"
import * as glyphs from "../../../src/ui/glyphs.ts"
import * as basicGlyphs from "../../../src/ui/glyphs-basic.ts"
import { Icon } from "../../../src/ui/Icon.tsx"
import { IconButton } from "../../../src/ui/IconButton.tsx"
import { List, ListGroup, ListRow } from "../../../src/ui/List.tsx"
import { Notice, SimulatedLabel } from "../../../src/ui/Notice.tsx"
import { Page } from "../../../src/ui/Page.tsx"
import { PageHeader } from "../../../src/ui/PageHeader.tsx"
import { Pager } from "../../../src/ui/Pager.tsx"
import { Parts } from "../../../src/ui/Parts.tsx"
import { Price } from "../../../src/ui/Price.tsx"
import { Segmented } from "../../../src/ui/Segmented.tsx"
import { SelectField } from "../../../src/ui/SelectField.tsx"
import { Sparkline } from "../../../src/ui/Sparkline.tsx"
import { Spinner } from "../../../src/ui/Spinner.tsx"
import { TimeRing } from "../../../src/ui/TimeRing.tsx"
import { Wordmark } from "../../../src/ui/Wordmark.tsx"
import { nothing, type SectionProps } from "./frame.tsx"
import { closes } from "./samples.ts"

const tones = ["primary", "secondary", "quiet", "danger", "up", "down"] as const

export const Controls = ({ words }: SectionProps) => {
  const [value, setValue] = useState("")
  const [choice, setChoice] = useState("7")
  return (
    <AppFrame>
      <Page width="form" header={<PageHeader title="Controls" />}>
        {[false, true].map((busy) => (
          <div key={String(busy)} style={{ display: "flex", flexWrap: "wrap", gap: "0.5rem" }}>
            {tones.map((tone) => (
              <Button key={tone} tone={tone} busy={busy}>
                {tone}
              </Button>
            ))}
          </div>
        ))}
        <div style={{ display: "flex", flexWrap: "wrap", gap: "0.5rem", alignItems: "center" }}>
          <Button disabled>disabled</Button>
          <Button size="small">small</Button>
          <Button size="small" tone="secondary">
            small
          </Button>
          <IconButton glyph={basicGlyphs.glyphClose} label="Close" onClick={nothing} />
          <IconButton glyph={glyphs.glyphStar} filled tone="accent" label="Watch" pressed onClick={nothing} />
          <IconButton glyph={glyphs.glyphStar} label="Watch" disabled onClick={nothing} />
          <Spinner />
        </div>
        <Field
          label={words.username}
          value={value}
          onChange={setValue}
          hint="3 to 32 characters"
          counter
          maxLength={32}
        />
        <Field label={words.password} kind="password" value="secret words" onChange={nothing} />
        <Field
          label={words.amount}
          kind="decimal"
          prefix="₦"
          value="99999"
          onChange={nothing}
          error={words.insufficient}
          hint={words.available}
        />
        <Field label={words.amount} kind="decimal" suffix="USDT" value="12.5" onChange={nothing} />
        <Field label={words.amount} large kind="decimal" prefix="₦" value="10000" onChange={nothing} />
        <Field label={words.username} disabled value="adaeze" onChange={nothing} />
        <Field label={words.risk} kind="multiline" value="" placeholder="…" onChange={nothing} />
        <SelectField
          label={words.withdraw}
          value=""
          placeholder="Choose"
          options={[]}
          onChange={nothing}
          error={words.insufficient}
        />
        <Segmented
          label={words.period}
          value={choice}
          onChange={setChoice}
          options={[
            { value: "1", label: words.open },
            { value: "7", label: words.completed },
            { value: "30", label: words.soldOut, disabled: true },
          ]}
        />
        <Parts whole="12480.50" onPick={nothing} />
        <Parts whole="0.00" onPick={nothing} />
        <Pager hasMore busy={false} onMore={nothing} />
        <Pager hasMore busy={false} failed onMore={nothing} />
      </Page>
    </AppFrame>
  )
}

export const Figuring = ({ words }: SectionProps) => {
  const format = useFormat()
  return (
    <AppFrame>
      <Page width="form" header={<PageHeader title="Figures" />}>
        <Card>
          <Wordmark />
          <Wordmark size="large" />
          <Wordmark shape="mark" />
        </Card>
        <Card>
          <Amount size="hero" value="1234567.89" />
          <Amount size="hero" value="-9999999999999.99" />
          <Amount size="large" value="12480.50" />
          <Amount size="large" tone="result" value="953.94" />
          <Amount size="large" tone="result" value="-1210.00" />
          <Amount size="medium" value="0.00" signed />
          <Amount value="12480.50" stale />
          <Amount value="12480.50" hidden />
          <Amount value="nonsense" />
        </Card>
        <Card>
          <Price size="large" value="25.4000" />
          <Price size="medium" value="1417.1900" />
          <Price value="25.4000" stale />
          <Change ppm={12_500} />
          <Change ppm={-123_400} amount="-1210.00" />
          <Change ppm={0} />
          <div style={{ display: "flex", gap: "0.5rem" }}>
            <Change boxed ppm={12_500} />
            <Change boxed ppm={-8_400} />
            <Change boxed ppm={0} />
          </div>
        </Card>
        <Card>
          <div style={{ display: "flex", gap: "1rem", flexWrap: "wrap" }}>
            <Sparkline points={closes(3)} label="up" />
            <Sparkline points={closes(8)} label="down" />
            <Sparkline points={["1.0000", "1.0000"]} label="flat" />
            <TimeRing remainingMs={60_000} totalMs={60_000} />
            <TimeRing remainingMs={21_000} totalMs={60_000} />
            <TimeRing remainingMs={0} totalMs={60_000} />
            <TimeRing remainingMs={93_784_000} totalMs={604_800_000} shape="labelled" />
          </div>
          <Sparkline wide points={closes(5, 80)} label="wide" />
        </Card>
        <Card tone="sunken">
          {format.dateTime(1_760_000_000_000)} · {format.time(1_760_000_000_000)} ·{" "}
          {format.duration(93_784_000)} · {format.duration(93_784_000, "long")} · {format.bytes(345_678)} ·{" "}
          {format.number("1234567.5")} · {words.leverage}
        </Card>
      </Page>
    </AppFrame>
  )
}

export const Messages = ({ words }: SectionProps) => (
  <AppFrame>
    <Page width="form" header={<PageHeader title="Messages" />}>
      <SimulatedLabel />
      <Notice>{words.risk}</Notice>
      <Notice tone="success" title={words.completed}>
        {words.tagline}
      </Notice>
      <Notice tone="warning" title={words.pendingReview} onDismiss={nothing}>
        {words.risk}
      </Notice>
      <Notice
        tone="danger"
        action={
          <Button size="small" tone="secondary">
            {words.browse}
          </Button>
        }
      >
        {words.insufficient}
      </Notice>
      <div style={{ display: "flex", flexWrap: "wrap", gap: "0.5rem" }}>
        <Status kind="pending">{words.pendingReview}</Status>
        <Status kind="checking">Checking</Status>
        <Status kind="success">{words.completed}</Status>
        <Status kind="rejected">Rejected</Status>
        <Status kind="cancelled">Cancelled</Status>
        <Badge>5×</Badge>
        <Badge tone="up">▲ 5×</Badge>
        <Badge tone="down">▼ 5×</Badge>
        <Badge tone="accent">Level 2</Badge>
      </div>
      <ListGroup
        title={words.paymentMethods}
        footnote={words.risk}
        action={
          <Button tone="quiet" size="small">
            {words.browse}
          </Button>
        }
      >
        <List>
          <ListRow
            title="GTBank"
            subtitle="•••• 4821"
            glyph={glyphs.glyphBank}
            value={words.pendingReview}
            onPress={nothing}
          />
          <ListRow
            title={words.realName}
            subtitle={words.risk}
            value={<Amount value="1234567.89" />}
            note={words.unavailable}
          />
          <ListRow title={words.signOut} tone="danger" glyph={glyphs.glyphTrash} onPress={nothing} />
          <ListRow title={words.soldOut} disabled onPress={nothing} />
        </List>
      </ListGroup>
    </Page>
  </AppFrame>
)

export const Icons = (_: SectionProps) => (
  <AppFrame>
    <Page header={<PageHeader title="Icons" />}>
      <div
        style={{
          display: "grid",
          gridTemplateColumns: "repeat(auto-fill, minmax(5.5rem, 1fr))",
          gap: "1rem",
        }}
      >
        {Object.entries({ ...basicGlyphs, ...glyphs }).map(([name, glyph]) => (
          <div
            key={name}
            style={{ display: "grid", justifyItems: "center", gap: "0.25rem", fontSize: "0.7rem" }}
          >
            <Icon glyph={glyph} size={28} />
            {name.slice(5)}
          </div>
        ))}
      </div>
    </Page>
  </AppFrame>
)
