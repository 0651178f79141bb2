import { useIntl } from "react-intl"
import { useQuery } from "../actors/context/query.ts"
import { ArticleLoaded } from "./agreement-view.tsx"
import { SubPage } from "./sub-page.tsx"
import { useGo } from "./use-go.ts"

export interface ArticlePageProps {
  readonly id: string
  /** Known before the article has come. */
  readonly title?: string | undefined
}

/** One article on a page of its own. */
export const ArticlePage = ({ id, title }: ArticlePageProps) => {
  const intl = useIntl()
  const { back } = useGo()
  const article = useQuery("article", { id })
  const known = article.data?.title ?? title
  return (
    <SubPage title={known ?? intl.formatMessage({ id: "agreement.article" })} onBack={back}>
      <ArticleLoaded article={article} />
    </SubPage>
  )
}

export const AgreementDetail = ({ id }: { readonly id: string }) => <ArticlePage id={id} />
