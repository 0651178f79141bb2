import { useIntl } from "react-intl"
import type { ArticleSummary } from "../../domain/entities.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { SubPage } from "../patterns/sub-page.tsx"
import { useGo } from "../patterns/use-go.ts"
import { ArticleLoaded, ArticleTitle } from "./agreement-view.tsx"

export interface ArticlePageProps {
  readonly id: string
  /** Known before the article has come. */
  readonly summary?: ArticleSummary | undefined
}

/** One article on a page of its own. */
export const ArticlePage = ({ id, summary }: ArticlePageProps) => {
  const intl = useIntl()
  const { back } = useGo()
  const article = useQuery("article", { id })
  const known = article.data ?? summary
  const title = known ? <ArticleTitle article={known} /> : intl.formatMessage({ id: "agreement.article" })
  return (
    <SubPage title={title} onBack={back}>
      <ArticleLoaded article={article} />
    </SubPage>
  )
}

export const AgreementDetail = ({ id }: { readonly id: string }) => <ArticlePage id={id} />
