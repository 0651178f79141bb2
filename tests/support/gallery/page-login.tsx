import { useState } from "react"
import { AppFrame } from "../../../src/ui/AppFrame.tsx"
import { Button } from "../../../src/ui/Button.tsx"
import { Field } from "../../../src/ui/Field.tsx"
import { glyphHelp, glyphLanguage, glyphTheme } from "../../../src/ui/glyphs-basic.ts"
import { IconButton } from "../../../src/ui/IconButton.tsx"
import { Page } from "../../../src/ui/Page.tsx"
import { PageHeader } from "../../../src/ui/PageHeader.tsx"
import { Wordmark } from "../../../src/ui/Wordmark.tsx"
import { nothing, type SectionProps } from "./frame.tsx"

export const Login = ({ words, state }: SectionProps) => {
  const [name, setName] = useState("")
  const [password, setPassword] = useState("")
  return (
    <AppFrame>
      <Page
        width="form"
        centred
        header={
          <PageHeader
            actions={
              <>
                <IconButton glyph={glyphLanguage} label="Language" onClick={nothing} />
                <IconButton glyph={glyphTheme} label="Theme" onClick={nothing} />
                <IconButton glyph={glyphHelp} label="Help" onClick={nothing} />
              </>
            }
          />
        }
      >
        <div style={{ display: "grid", gap: "0.5rem", marginBlockEnd: "1rem" }}>
          <Wordmark size="large" />
          <p style={{ color: "var(--ink-2)", fontSize: "var(--t-17)" }}>{words.tagline}</p>
        </div>
        <Field
          label={words.username}
          value={name}
          onChange={setName}
          autoComplete="username"
          name="username"
        />
        <Field
          kind="password"
          label={words.password}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          name="password"
          error={state === "error" ? words.insufficient : undefined}
        />
        <Button wide busy={state === "busy"}>
          {words.login}
        </Button>
        <div style={{ display: "flex", flexWrap: "wrap", justifyContent: "space-between" }}>
          <Button tone="quiet">{words.signUp}</Button>
          <Button tone="quiet">{words.forgot}</Button>
        </div>
        <p style={{ color: "var(--ink-3)", fontSize: "var(--t-12)" }}>{words.risk}</p>
      </Page>
    </AppFrame>
  )
}
