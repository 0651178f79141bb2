import { useState } from "react"
import { useList } from "../../runtime/hooks/use-list.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useGo } from "../patterns/use-go.ts"
import { useWide } from "../patterns/use-wide.ts"
import { ArticlePage } from "./agreement-detail.tsx"
import { AgreementView, type ArticleKind } from "./agreement-view.tsx"

export interface AgreementProps {
  readonly kind?: ArticleKind | undefined
}

export const Agreement = ({ kind }: AgreementProps) => {
  const articles = useList("articles", kind === undefined ? {} : { kind })
  const [only, ...others] = articles.items
  const isAlone = kind !== undefined && only !== undefined && others.length === 0 && !articles.hasMore
  // one article of its kind needs no list above it
  if (isAlone) return <ArticlePage id={only.id} summary={only} />
  return <Articles kind={kind} articles={articles} />
}

interface ArticlesProps extends AgreementProps {
  readonly articles: ReturnType<typeof useList<"articles">>
}

const Articles = ({ kind, articles }: ArticlesProps) => {
  const { open, back } = useGo()
  const wide = useWide()
  const [picked, setPicked] = useState<string>()
  const chosenId = picked ?? articles.items[0]?.id
  const props = { kind, articles, wide, chosenId, onChoose: setPicked, open, onBack: back }
  if (!wide || chosenId === undefined) return <AgreementView {...props} beside={undefined} />
  return <WithArticle {...props} id={chosenId} />
}

const WithArticle = ({
  id,
  ...props
}: Omit<Parameters<typeof AgreementView>[0], "beside"> & { readonly id: string }) => (
  <AgreementView {...props} beside={useQuery("article", { id })} />
)
