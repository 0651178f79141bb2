import { useQuery } from "../../runtime/hooks/use-query.ts"
import { List, ListRow } from "../../ui/List.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import { Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"

/** Every command that operators have, for visitors too. */
export const OperatorPowers = () => {
  const powers = useQuery("operatorPowers", {})
  const text = useText()
  return (
    <SubPage title={text("powers.title")}>
      <Notice>{text("powers.note")}</Notice>
      <Loaded query={powers} skeleton={<Skeleton shape="row" count={6} />}>
        {(known) => (
          <div lang="en" translate="no">
            <List label={text("powers.title")}>
              {known.map(({ name, summary }) => (
                <ListRow key={name} title={name} subtitle={summary} />
              ))}
            </List>
          </div>
        )}
      </Loaded>
    </SubPage>
  )
}
