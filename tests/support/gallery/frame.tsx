import type { ReactNode } from "react"
import { useState } from "react"
import { AppFrame } from "../../../src/ui/AppFrame.tsx"
import { TabBar, type TabId } from "../../../src/ui/TabBar.tsx"
import type { wordsOf } from "./words.ts"

export interface SectionProps {
  readonly words: ReturnType<typeof wordsOf>
  readonly state: string
}

const hrefs = { home: "#home", optional: "#market", trade: "#trade", hold: "#hold", my: "#my" }

/** A page with the bar or rail around it. */
export const Framed = ({
  tab,
  bar = true,
  children,
}: {
  readonly tab: TabId
  readonly bar?: boolean
  readonly children: ReactNode
}) => {
  const [active, setActive] = useState(tab)
  return (
    <AppFrame
      nav={<TabBar active={active} hrefs={hrefs} onSelect={setActive} openCount={3} />}
      navOnPhone={bar}
    >
      {children}
    </AppFrame>
  )
}

export const nothing = () => undefined
