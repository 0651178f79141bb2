import { type ReactNode, useState } from "react"
import { useIntl } from "react-intl"
import type { Article, ArticleSummary } from "../../domain/content.ts"
import { foreignTagOf } from "../../domain/locale.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphDocument } from "../../ui/glyphs.ts"
import { List, ListRow } from "../../ui/List.tsx"
import { RichText } from "../../ui/RichText.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { type Paged, RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import styles from "./agreement.module.css"

type ArticleKind = ArticleSummary["kind"]

export interface AgreementViewProps {
  /** Undefined for all kinds. */
  readonly kind: ArticleKind | undefined
  readonly articles: Paged<ArticleSummary>
  readonly wide: boolean
  /** The article shown beside the list in a wide window. */
  readonly beside: Loadable<Article> | undefined
  readonly chosenId: string | undefined
  readonly onChoose: (id: string) => void
  readonly open: (url: string) => void
  readonly onBack: () => void
}

/** The list of articles: agreements, help and company information. */
export const AgreementView = (props: AgreementViewProps) => {
  const { kind, articles, wide, open } = props
  const intl = useIntl()
  const format = useFormat()
  return (
    <SubPage
      title={intl.formatMessage({ id: kind === undefined ? "agreement.title" : `agreement.kind.${kind}` })}
      onBack={props.onBack}
      refresh={articles}
      aside={props.beside ? <ArticleLoaded article={props.beside} titled /> : undefined}
    >
      <RecordList list={articles} emptyText={intl.formatMessage({ id: "agreement.empty" })}>
        {(known) => (
          <List>
            {known.map((article) => {
              const url = urlOf("agreement-detail", { id: article.id })
              return (
                <ListRow
                  key={article.id}
                  glyph={glyphDocument}
                  title={<ArticleTitle article={article} />}
                  subtitle={
                    kind === undefined
                      ? intl.formatMessage({ id: `agreement.kind.${article.kind}` })
                      : format.date(article.atMs)
                  }
                  current={wide && article.id === props.chosenId}
                  href={url}
                  onPress={() => (wide ? props.onChoose(article.id) : open(url))}
                />
              )
            })}
          </List>
        )}
      </RecordList>
    </SubPage>
  )
}

/** An article's title with its language. */
const ArticleTitle = ({ article }: { readonly article: ArticleSummary }) => {
  const intl = useIntl()
  return <span lang={foreignTagOf(article.language, intl.locale)}>{article.title}</span>
}

export interface ArticleLoadedProps {
  readonly article: Loadable<Article>
  /** Shows the title above the text, where no page header does. */
  readonly titled?: boolean | undefined
}

/** One article with its loading and error states. */
const ArticleLoaded = ({ article, titled }: ArticleLoadedProps) => {
  const intl = useIntl()
  const format = useFormat()
  const linkHosts = useConfig()?.linkHosts ?? []
  return (
    <Loaded query={article} skeleton={<Skeleton count={8} />}>
      {(known) => (
        <article className={styles.article}>
          {titled ? (
            <h2 className={styles.title}>
              <ArticleTitle article={known} />
            </h2>
          ) : null}
          <p className={styles.date}>{format.date(known.atMs)}</p>
          <RichText
            html={known.contentHtml}
            linkHosts={linkHosts}
            lang={foreignTagOf(known.language, intl.locale)}
          />
        </article>
      )}
    </Loaded>
  )
}

export interface ArticlePageProps {
  readonly id: string
  /** Known before the article has loaded. */
  readonly summary?: ArticleSummary | undefined
  readonly footer?: ReactNode | undefined
}

const ArticlePage = ({ id, summary, footer }: ArticlePageProps) => {
  const intl = useIntl()
  const { back } = usePageNavigation()
  const article = useQuery("article", { id })
  const known = article.data ?? summary
  const title = known ? <ArticleTitle article={known} /> : intl.formatMessage({ id: "agreement.article" })
  return (
    <SubPage width="text" title={title} onBack={back} footer={footer}>
      <ArticleLoaded article={article} />
    </SubPage>
  )
}

type Topic = "help" | "password"

/** The ways to a new password, below the article on forgotten ones. */
const ResetActions = () => {
  const intl = useIntl()
  const { open } = usePageNavigation()
  return (
    <div className={styles.actions}>
      <Button onClick={() => open(urlOf("forgotten"))}>
        {intl.formatMessage({ id: "forgotten.title" })}
      </Button>
      <Button tone="secondary" onClick={() => open(urlOf("reset-by-code"))}>
        {intl.formatMessage({ id: "forgotten.have-code" })}
      </Button>
    </div>
  )
}

/** The article that the configuration names for a topic, or the list of help. */
const TopicPage = ({ topic }: { readonly topic: Topic }) => {
  const intl = useIntl()
  const { back } = usePageNavigation()
  const config = useQuery("systemConfig", {})
  const id = config.data?.login[topic === "help" ? "helpArticleId" : "passwordArticleId"]
  if (id) return <ArticlePage id={id} footer={topic === "password" ? <ResetActions /> : undefined} />
  if (id === null) return <KindPage kind="help" />
  return (
    <SubPage width="text" title={intl.formatMessage({ id: "agreement.article" })} onBack={back}>
      <Loaded query={config} skeleton={<Skeleton count={8} />}>
        {() => null}
      </Loaded>
    </SubPage>
  )
}

export const AgreementDetail = ({ id }: { readonly id: string }) => <ArticlePage id={id} />

export interface AgreementProps {
  readonly kind?: ArticleKind | undefined
  readonly topic?: Topic | undefined
}

export const Agreement = ({ kind, topic }: AgreementProps) =>
  topic === undefined ? <KindPage kind={kind} /> : <TopicPage topic={topic} />

interface KindPageProps {
  readonly kind: ArticleKind | undefined
}

const KindPage = ({ kind }: KindPageProps) => {
  const articles = useList("articles", kind === undefined ? {} : { kind })
  const [only, ...others] = articles.items
  const isAlone = kind !== undefined && only !== undefined && others.length === 0 && !articles.hasMore
  // a single article of its kind is shown without a list
  if (isAlone) return <ArticlePage id={only.id} summary={only} />
  return <Articles kind={kind} articles={articles} />
}

interface ArticlesProps extends KindPageProps {
  readonly articles: ReturnType<typeof useList<"articles">>
}

const Articles = ({ kind, articles }: ArticlesProps) => {
  const { open, back } = usePageNavigation()
  const wide = useWideLayout()
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
