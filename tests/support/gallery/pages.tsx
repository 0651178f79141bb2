import { useState } from "react"
import { Amount } from "../../../src/ui/Amount.tsx"
import { Badge } from "../../../src/ui/Badge.tsx"
import { BalanceHero } from "../../../src/ui/BalanceHero.tsx"
import { Button } from "../../../src/ui/Button.tsx"
import { Card, CardRow } from "../../../src/ui/Card.tsx"
import { Change } from "../../../src/ui/Change.tsx"
import { Field } from "../../../src/ui/Field.tsx"
import { Figures } from "../../../src/ui/Figures.tsx"
import { useFormat } from "../../../src/ui/format.ts"
import {
  glyphAward,
  glyphBuilding,
  glyphCard,
  glyphDeposit,
  glyphGauge,
  glyphGift,
  glyphLock,
  glyphLogout,
  glyphMessage,
  glyphPeople,
  glyphReceipt,
  glyphSearch,
  glyphShield,
  glyphStar,
  glyphUser,
  glyphWithdraw,
} from "../../../src/ui/glyphs.ts"
import { Icon } from "../../../src/ui/Icon.tsx"
import { IconButton } from "../../../src/ui/IconButton.tsx"
import { List, ListGroup, ListRow, Row } from "../../../src/ui/List.tsx"
import { Notice, SimulatedLabel } from "../../../src/ui/Notice.tsx"
import { Page } from "../../../src/ui/Page.tsx"
import { PageHeader } from "../../../src/ui/PageHeader.tsx"
import { Price } from "../../../src/ui/Price.tsx"
import { PullToRefresh } from "../../../src/ui/PullToRefresh.tsx"
import { SegmentedControl } from "../../../src/ui/SegmentedControl.tsx"
import { Sparkline } from "../../../src/ui/Sparkline.tsx"
import { TimeRing } from "../../../src/ui/TimeRing.tsx"
import { VirtualList } from "../../../src/ui/VirtualList.tsx"
import { Wordmark } from "../../../src/ui/Wordmark.tsx"
import { Framed, nothing, type SectionProps } from "./frame.tsx"
import { closes, stocks } from "./samples.ts"

const StockCard = ({
  words,
  stock,
  soldOut,
}: Pick<SectionProps, "words"> & { readonly stock: (typeof stocks)[number]; readonly soldOut: boolean }) => {
  const format = useFormat()
  return (
    <Card>
      <div style={{ display: "flex", justifyContent: "space-between", gap: "0.5rem" }}>
        <div>
          <strong>{stock.symbol}</strong>
          <div style={{ color: "var(--ink-3)", fontSize: "var(--t-13)" }}>{stock.name}</div>
        </div>
        <Sparkline points={closes(stock.seed)} label={stock.symbol} />
      </div>
      <Figures
        rows={[
          { id: "buy", label: words.averageBuy, value: <Price value="24.1200" /> },
          { id: "sell", label: words.averageSell, value: <Price value="25.0375" /> },
          {
            id: "profit",
            label: words.averageProfit,
            note: `${words.losing} ${format.percent(432_100)}`,
            value: <Change ppm={stock.ppm} />,
          },
        ]}
      />
      <Button wide tone="secondary" disabled={soldOut}>
        {soldOut ? words.soldOut : words.purchase}
      </Button>
    </Card>
  )
}

export const Home = ({ words, state }: SectionProps) => {
  const [hidden, setHidden] = useState(state === "hidden")
  return (
    <Framed tab="home">
      <Page
        header={
          <PageHeader
            title={<Wordmark />}
            actions={<IconButton glyph={glyphMessage} label="Messages" onClick={nothing} />}
          />
        }
      >
        <PullToRefresh busy={state === "refreshing"} onRefresh={nothing} />
        <SimulatedLabel />
        <BalanceHero
          label={words.available}
          amount={state === "huge" ? "9999999999999.99" : "12480.50"}
          lesserLabel={words.unavailable}
          lesserAmount="25000.00"
          hidden={hidden}
          stale={state === "stale"}
          onToggleHidden={() => setHidden(!hidden)}
          onPress={nothing}
          actions={
            <>
              <Button glyph={glyphDeposit}>{words.deposit}</Button>
              <Button tone="secondary" glyph={glyphWithdraw}>
                {words.withdraw}
              </Button>
            </>
          }
        />
        <Notice>{words.risk}</Notice>
        <ListGroup title={words.recommended}>
          <CardRow label={words.recommended}>
            {stocks.slice(0, 3).map((stock, index) => (
              <StockCard key={stock.symbol} words={words} stock={stock} soldOut={index === 1} />
            ))}
          </CardRow>
        </ListGroup>
        <List>
          <ListRow glyph={glyphBuilding} title="Company introduction" onPress={nothing} />
          <ListRow glyph={glyphPeople} title="Corporate culture" onPress={nothing} />
          <ListRow glyph={glyphAward} title="Team awards" onPress={nothing} />
          <ListRow glyph={glyphShield} title="Risk protection" subtitle={words.risk} onPress={nothing} />
        </List>
      </Page>
    </Framed>
  )
}

const manyStocks = Array.from({ length: 200 }, (_, index) => ({
  ...(stocks[index % stocks.length] ?? stocks[0]),
  id: `s${index}`,
}))
const idOf = (stock: { readonly id: string }) => stock.id

export const Market = ({ words }: SectionProps) => {
  const [query, setQuery] = useState("")
  return (
    <Framed tab="optional">
      <Page header={<PageHeader large title="Market" subtitle="Prices of 14:05:09" />}>
        <SimulatedLabel />
        <Field
          kind="search"
          hideLabel
          label={words.search}
          placeholder={words.search}
          prefix={<Icon glyph={glyphSearch} size={20} />}
          value={query}
          onChange={setQuery}
        />
        <VirtualList
          label="Market"
          items={manyStocks}
          keyOf={idOf}
          renderRow={(stock, index) => (
            <Row
              title={stock.symbol}
              subtitle={stock.name}
              middle={<Sparkline points={closes(stock.seed ?? 1)} />}
              value={<Price value={stock.price ?? "1.0000"} />}
              note={<Change ppm={stock.ppm ?? 0} size="small" />}
              onPress={nothing}
              chevron={false}
              trailing={
                <IconButton
                  glyph={glyphStar}
                  filled={index === 0}
                  pressed={index === 0}
                  tone="accent"
                  label="Watch"
                  onClick={nothing}
                />
              }
            />
          )}
        />
      </Page>
    </Framed>
  )
}

export const Holdings = ({ words }: SectionProps) => {
  const [part, setPart] = useState<"open" | "done">("open")
  return (
    <Framed tab="hold">
      <Page
        header={
          <PageHeader
            large
            title="Holdings"
            actions={<IconButton glyph={glyphReceipt} label="Records" onClick={nothing} />}
          />
        }
        aside={<Figures rows={[{ id: "a", label: words.amount, value: <Amount value="10000.00" /> }]} />}
      >
        <SimulatedLabel />
        <BalanceHero label="Live result" amount="953.94" lesserLabel="Purchased" lesserAmount="30000.00" />
        <SegmentedControl
          label="Holdings"
          panelId="panel"
          active={part}
          onSelect={setPart}
          segments={[
            { id: "open", label: words.open },
            { id: "done", label: words.completed },
          ]}
        />
        <div role="tabpanel" id="panel" aria-labelledby={`panel-${part}`}>
          <List>
            {stocks.map((stock, index) => (
              <ListRow
                key={stock.symbol}
                leading={<TimeRing remainingMs={(5 - index) * 11_000} totalMs={60_000} />}
                title={stock.symbol}
                subtitle={
                  <>
                    <Badge tone={index % 2 ? "down" : "up"}>{index % 2 ? "▼" : "▲"} 5×</Badge>{" "}
                    <Amount value="10000.00" />
                  </>
                }
                value={<Amount tone="result" value={index % 2 ? "-1210.00" : "953.94"} />}
                note={<Change size="small" ppm={index % 2 ? -121_000 : 95_394} />}
                onPress={nothing}
                current={index === 1}
              />
            ))}
          </List>
        </div>
      </Page>
    </Framed>
  )
}

export const My = ({ words }: SectionProps) => (
  <Framed tab="my">
    <Page header={<PageHeader large title="My Account" />}>
      <SimulatedLabel />
      <Card>
        <div style={{ display: "flex", flexWrap: "wrap", gap: "0.75rem", alignItems: "center" }}>
          <Icon glyph={glyphUser} size={28} />
          <div style={{ flex: 1 }}>
            <strong>adaeze.okafor</strong>
            <div style={{ color: "var(--ink-3)", fontSize: "var(--t-13)" }}>ID 10042</div>
          </div>
          <Badge tone="accent">Level 2</Badge>
        </div>
        <Figures
          compact
          rows={[
            { id: "a", label: words.available, value: <Amount value="12480.50" /> },
            { id: "u", label: words.unavailable, value: <Amount value="25000.00" /> },
          ]}
        />
      </Card>
      <List>
        <ListRow glyph={glyphCard} title={words.paymentMethods} value="2" onPress={nothing} />
        <ListRow
          glyph={glyphShield}
          title={words.realName}
          value={<Badge tone="warning">{words.pendingReview}</Badge>}
          onPress={nothing}
        />
        <ListRow glyph={glyphGauge} title="Credit score" value="680" onPress={nothing} />
        <ListRow glyph={glyphGift} title={words.inviteFriends} onPress={nothing} />
        <ListRow glyph={glyphLock} title={words.changePassword} onPress={nothing} />
      </List>
      <List>
        <ListRow glyph={glyphLogout} tone="danger" title={words.signOut} onPress={nothing} chevron={false} />
      </List>
    </Page>
  </Framed>
)
