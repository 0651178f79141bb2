import { useState } from "react"
import { Amount } from "../../../src/ui/Amount.tsx"
import { AppFrame } from "../../../src/ui/AppFrame.tsx"
import { Status } from "../../../src/ui/Badge.tsx"
import { Button } from "../../../src/ui/Button.tsx"
import { Card } from "../../../src/ui/Card.tsx"
import { Change } from "../../../src/ui/Change.tsx"
import { CopyValue } from "../../../src/ui/CopyValue.tsx"
import { Field } from "../../../src/ui/Field.tsx"
import { Figures } from "../../../src/ui/Figures.tsx"
import { FilePick } from "../../../src/ui/FilePick.tsx"
import { useFormat } from "../../../src/ui/format.ts"
import { glyphChart, glyphStar } from "../../../src/ui/glyphs.ts"
import { IconButton } from "../../../src/ui/IconButton.tsx"
import { ListGroup } from "../../../src/ui/List.tsx"
import { Notice, SimulatedLabel } from "../../../src/ui/Notice.tsx"
import { Page } from "../../../src/ui/Page.tsx"
import { PageHeader } from "../../../src/ui/PageHeader.tsx"
import { Parts } from "../../../src/ui/Parts.tsx"
import { Price } from "../../../src/ui/Price.tsx"
import { PriceChart } from "../../../src/ui/PriceChart.tsx"
import { QrCode } from "../../../src/ui/QrCode.tsx"
import { Segmented } from "../../../src/ui/Segmented.tsx"
import { SelectField } from "../../../src/ui/SelectField.tsx"
import { Sheet } from "../../../src/ui/Sheet.tsx"
import { Skeleton } from "../../../src/ui/Skeleton.tsx"
import { EmptyState, ErrorState, OfflineState } from "../../../src/ui/StateView.tsx"
import { Timeline } from "../../../src/ui/Timeline.tsx"
import { Framed, nothing, type SectionProps } from "./frame.tsx"
import { candles } from "./samples.ts"

const points = candles()
const ranges = [
  { value: "1D", label: "1D" },
  { value: "1W", label: "1W" },
  { value: "1M", label: "1M" },
  { value: "all", label: "All" },
] as const
const levels = [
  { id: "entry", price: "25.4000", label: "Entry" },
  { id: "stop", price: "20.3454", label: "Stop-out", tone: "warning" },
] as const

export const Trade = ({ words, state }: SectionProps) => {
  const [range, setRange] = useState<(typeof ranges)[number]["value"]>("1M")
  const [kind, setKind] = useState<"area" | "candle">(state === "candle" ? "candle" : "area")
  return (
    <Framed tab="trade">
      <Page
        header={
          <PageHeader
            title="AAPL"
            subtitle="Apple Inc."
            onBack={nothing}
            actions={
              <IconButton glyph={glyphStar} filled pressed tone="accent" label="Watch" onClick={nothing} />
            }
          />
        }
        footer={
          <>
            <Button tone="up">▲ {words.buyUp}</Button>
            <Button tone="down">▼ {words.buyDown}</Button>
          </>
        }
      >
        <SimulatedLabel />
        <div style={{ display: "flex", flexWrap: "wrap", alignItems: "baseline", gap: "0 0.75rem" }}>
          <Price size="large" value="227.4812" />
          <Change ppm={12_500} />
        </div>
        <Figures
          compact
          rows={[
            { id: "o", label: "Today's open", value: <Price value="224.6000" /> },
            { id: "h", label: "High", value: <Price value="229.1203" /> },
            { id: "l", label: "Low", value: <Price value="223.9870" /> },
          ]}
        />
        <PriceChart
          label="AAPL"
          points={state === "loading" ? undefined : points}
          kind={kind}
          levels={state === "candle" ? levels : []}
          ranges={ranges}
          range={range}
          onRange={setRange}
          tools={
            <IconButton
              glyph={glyphChart}
              label="Candles"
              pressed={kind === "candle"}
              onClick={() => setKind(kind === "area" ? "candle" : "area")}
            />
          }
        />
        <EmptyState text={words.empty} actionLabel={words.browse} onAction={nothing} />
      </Page>
    </Framed>
  )
}

const leverages = ["1", "2", "3", "5"].map((value) => ({ value, label: `${value}×` }))

export const Ticket = ({ words, state }: SectionProps) => {
  const format = useFormat()
  const [open, setOpen] = useState(true)
  const [amount, setAmount] = useState(state === "error" ? "99999" : "10000")
  const [period, setPeriod] = useState("7")
  const [leverage, setLeverage] = useState("5")
  const periods = ["1", "7", "30"].map((value) => ({
    value,
    label: format.duration(Number(value) * 86_400_000, "long"),
  }))
  return (
    <Framed tab="trade">
      <Page header={<PageHeader title="AAPL" />}>
        <Button onClick={() => setOpen(true)}>Open the ticket</Button>
      </Page>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={`▲ ${words.buyUp} · AAPL`}
        footer={<Button wide>{words.buyUp}</Button>}
      >
        <div style={{ display: "grid", gap: "1rem" }}>
          <Figures
            rows={[
              { id: "loss", label: words.mostYouCanLose, value: <Amount value="10000.00" />, emphasis: true },
            ]}
          />
          <Field
            large
            kind="decimal"
            prefix="₦"
            label={words.amount}
            value={amount}
            onChange={setAmount}
            hint={`${words.available}: ${format.amount("12480.50")}`}
            error={state === "error" ? words.insufficient : undefined}
          />
          <Parts whole="12480.50" onPick={(picked) => setAmount(format.typed(picked))} />
          <Segmented label={words.period} value={period} options={periods} onChange={setPeriod} />
          <Segmented label={words.leverage} value={leverage} options={leverages} onChange={setLeverage} />
          <Figures
            rows={[
              { id: "c", label: words.commission, note: "0.1 % × ₦50,000", value: <Amount value="50.00" /> },
              { id: "b", label: words.breakEven, value: <Price value="25.4254" /> },
              { id: "s", label: words.stopOut, value: <Price value="20.3454" /> },
            ]}
          />
          <Notice tone="warning">{words.risk}</Notice>
        </div>
      </Sheet>
    </Framed>
  )
}

export const Receipt = ({ words }: SectionProps) => (
  <AppFrame>
    <Page
      width="form"
      header={<PageHeader title="Contract" onBack={nothing} />}
      footer={<Button tone="secondary">Check this settlement</Button>}
    >
      <SimulatedLabel />
      <Card>
        <div style={{ display: "flex", justifyContent: "space-between", gap: "0.5rem", flexWrap: "wrap" }}>
          <strong>▲ AAPL 5×</strong>
          <Status kind="success">{words.completed}</Status>
        </div>
        <Amount size="hero" tone="result" value="953.94" />
        <Figures
          rows={[
            { id: "s", label: words.amount, value: <Amount value="10000.00" /> },
            {
              id: "e",
              label: "Entry price",
              note: "Tick 48 211, 14:05:09",
              value: <Price value="25.4000" />,
            },
            { id: "x", label: "Exit price", note: "Tick 52 007, 14:06:09", value: <Price value="25.9100" /> },
            { id: "g", label: "Gross result", value: <Amount signed value="1003.94" /> },
            { id: "c", label: words.commission, value: <Amount signed value="-50.00" /> },
            { id: "n", label: "Credited", value: <Amount value="10953.94" />, emphasis: true },
          ]}
        />
      </Card>
      <Card>
        <Timeline
          steps={[
            { id: "1", title: "Accepted", time: "14:05:08", state: "done" },
            { id: "2", title: words.pendingReview, time: "14:05:09", note: words.risk, state: "current" },
            { id: "3", title: "Paid out", state: "todo" },
            { id: "4", title: "Refused", note: "Name on the card differs", state: "failed" },
          ]}
        />
      </Card>
    </Page>
  </AppFrame>
)

export const Deposit = ({ words, state }: SectionProps) => {
  const [copied, setCopied] = useState(false)
  const [network, setNetwork] = useState("")
  const [image, setImage] = useState<File | undefined>(
    state === "chosen"
      ? new File(["x".repeat(345_678)], "bank-transfer-receipt-2026-01-12_14-05.png")
      : undefined,
  )
  return (
    <AppFrame>
      <Page
        width="form"
        header={<PageHeader title={words.deposit} onBack={nothing} />}
        footer={<Button disabled>{words.deposit}</Button>}
      >
        <SimulatedLabel />
        <SelectField
          label="Network"
          placeholder="Choose a network"
          value={network}
          onChange={setNetwork}
          options={[
            { value: "trc20", label: "USDT · TRC-20" },
            { value: "erc20", label: "USDT · ERC-20" },
          ]}
        />
        <Card>
          <QrCode value="TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" label="Deposit address" />
          <CopyValue
            label="Wallet address"
            value="TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE"
            copied={copied}
            onCopy={() => setCopied(true)}
          />
        </Card>
        <Field
          kind="decimal"
          large
          prefix="₦"
          label={words.amount}
          value=""
          onChange={nothing}
          placeholder="0"
        />
        <FilePick
          label="Proof of payment"
          hint="PNG, JPEG or WebP, up to 5 MB"
          image={image}
          onPick={setImage}
          onRemove={() => setImage(undefined)}
          progress={state === "chosen" ? 0.6 : undefined}
        />
      </Page>
    </AppFrame>
  )
}

export const States = ({ words }: SectionProps) => (
  <AppFrame>
    <Page header={<PageHeader title="States" />}>
      <EmptyState text={words.empty} actionLabel={words.browse} onAction={nothing} />
      <ErrorState onAction={nothing} />
      <OfflineState onAction={nothing} />
      <ListGroup title="Skeletons">
        <Skeleton shape="hero" />
        <Skeleton shape="row" count={3} />
        <Skeleton shape="card" />
        <Skeleton shape="chart" />
        <Skeleton count={3} />
      </ListGroup>
    </Page>
  </AppFrame>
)
