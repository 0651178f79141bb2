import { type ReactNode, useEffect, useState } from "react"
import { useIntl } from "react-intl"
import type { Article, ArticleSummary } from "../../domain/content.ts"
import { SEARCH_MAX_LENGTH } from "../../domain/limits.ts"
import { foreignTagOf } from "../../domain/locale.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { usePageLink, usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphDocument, glyphSearch } from "../../ui/glyphs.ts"
import { Icon } from "../../ui/Icon.tsx"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { RichText } from "../../ui/RichText.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { PROTECTION_URL } from "../patterns/loss-rate.tsx"
import { RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import styles from "./agreement.module.css"

type ArticleKind = ArticleSummary["kind"]

/** The groups of the help centre in their order; a group of one kind has its name. */
const GROUPS: readonly { readonly id: ArticleKind | "about"; readonly kinds: readonly ArticleKind[] }[] = [
  { id: "help", kinds: ["help"] },
  { id: "risk", kinds: ["risk"] },
  { id: "about", kinds: ["company", "culture", "awards"] },
  { id: "agreement", kinds: ["agreement"] },
]

const groupsOf = (articles: readonly ArticleSummary[]) =>
  GROUPS.map(({ id, kinds }) => ({ id, rows: articles.filter(({ kind }) => kinds.includes(kind)) })).filter(
    ({ rows }) => rows.length > 0,
  )

interface ArticleRowsProps {
  readonly rows: readonly ArticleSummary[]
  readonly dated: boolean
  /** The article that is shown beside the list; undefined in a narrow window. */
  readonly chosenId: string | undefined
  readonly onPress: (id: string) => void
}

const ArticleRows = ({ rows, dated, chosenId, onPress }: ArticleRowsProps) => {
  const format = useFormat()
  return (
    <List>
      {rows.map((article) => {
        return (
          <ListRow
            key={article.id}
            glyph={glyphDocument}
            title={<ArticleTitle article={article} />}
            subtitle={dated ? format.date(article.atMs) : undefined}
            current={article.id === chosenId}
            href={urlOf("agreement-detail", { id: article.id })}
            onPress={() => onPress(article.id)}
          />
        )
      })}
    </List>
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
  const link = usePageLink()
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
          {PROTECTION_URL === urlOf("agreement-detail", { id: known.id }) ? (
            <TextLink {...link(urlOf("execution"))}>{intl.formatMessage({ id: "execution.title" })}</TextLink>
          ) : null}
        </article>
      )}
    </Loaded>
  )
}

const ArticleBeside = ({ id }: { readonly id: string }) => (
  <ArticleLoaded article={useQuery("article", { id })} titled />
)

export interface ArticlePageProps {
  readonly id: string
  /** Known before the article has loaded. */
  readonly summary?: ArticleSummary | undefined
  readonly footer?: ReactNode | undefined
}

const ArticlePage = ({ id, summary, footer }: ArticlePageProps) => {
  const intl = useIntl()
  const article = useQuery("article", { id })
  const known = article.data ?? summary
  const title = known ? <ArticleTitle article={known} /> : intl.formatMessage({ id: "agreement.article" })
  return (
    <SubPage width="text" title={title} footer={footer}>
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
  const config = useQuery("systemConfig", {})
  const id = config.data?.login[topic === "help" ? "helpArticleId" : "passwordArticleId"]
  if (id) return <ArticlePage id={id} footer={topic === "password" ? <ResetActions /> : undefined} />
  if (id === null) return <KindPage kind="help" />
  return (
    <SubPage width="text" title={intl.formatMessage({ id: "agreement.article" })}>
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

/** A search waits for a pause in the typing. */
const SEARCH_PAUSE_MS = 300

const useSearch = () => {
  const [search, setSearch] = useState("")
  const [sought, setSought] = useState("")
  useEffect(() => {
    const timer = setTimeout(() => setSought(search.trim()), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [search])
  return { search, setSearch, sought }
}

const KindPage = ({ kind }: KindPageProps) => {
  const { search, setSearch, sought } = useSearch()
  const query = kind === undefined ? (sought === "" ? {} : { search: sought }) : { kind }
  const articles = useList("articles", query)
  const [only, ...others] = articles.items
  const isAlone = kind !== undefined && only !== undefined && others.length === 0 && !articles.hasMore
  // a single article of its kind is shown without a list
  if (isAlone) return <ArticlePage id={only.id} summary={only} />
  return <Articles kind={kind} articles={articles} search={search} onSearch={setSearch} />
}

interface ArticlesProps extends KindPageProps {
  readonly articles: ReturnType<typeof useList<"articles">>
  readonly search: string
  readonly onSearch: (text: string) => void
}

/** The help centre: a search and the groups of all articles; or the articles of one kind. */
const Articles = ({ kind, articles, search, onSearch }: ArticlesProps) => {
  const intl = useIntl()
  const { open } = usePageNavigation()
  const wide = useWideLayout()
  const [picked, setPicked] = useState<string>()
  const first = kind === undefined ? groupsOf(articles.items)[0]?.rows[0] : articles.items[0]
  const isListed = articles.items.some(({ id }) => id === picked)
  const chosenId = wide ? (isListed ? picked : first?.id) : undefined
  const show = (id: string) => (wide ? setPicked(id) : open(urlOf("agreement-detail", { id })))
  const isSearch = search.trim() !== ""
  return (
    <SubPage
      title={intl.formatMessage({ id: kind === undefined ? "agreement.title" : `agreement.kind.${kind}` })}
      refresh={articles}
      wideAside
      aside={chosenId ? <ArticleBeside id={chosenId} /> : undefined}
    >
      {kind === undefined ? (
        <Field
          kind="search"
          hideLabel
          label={intl.formatMessage({ id: "agreement.search" })}
          placeholder={intl.formatMessage({ id: "agreement.search" })}
          prefix={<Icon glyph={glyphSearch} size={20} />}
          enterKeyHint="search"
          maxLength={SEARCH_MAX_LENGTH}
          value={search}
          onChange={onSearch}
        />
      ) : null}
      <RecordList
        list={articles}
        emptyGlyph={glyphDocument}
        emptyText={
          isSearch
            ? intl.formatMessage({ id: "agreement.nothing-found" }, { text: search.trim() })
            : intl.formatMessage({ id: "agreement.empty" })
        }
        emptyAction={
          isSearch
            ? { label: intl.formatMessage({ id: "market.search.clear" }), onAction: () => onSearch("") }
            : undefined
        }
      >
        {(known) =>
          kind === undefined ? (
            groupsOf(known).map(({ id, rows }) => (
              <ListGroup
                key={id}
                title={intl.formatMessage({
                  id: id === "about" ? "agreement.group.about" : `agreement.kind.${id}`,
                })}
              >
                <ArticleRows rows={rows} dated={false} chosenId={chosenId} onPress={show} />
              </ListGroup>
            ))
          ) : (
            <ArticleRows rows={known} dated chosenId={chosenId} onPress={show} />
          )
        }
      </RecordList>
      {kind === undefined && !isSearch ? (
        <List>
          <ListRow
            title={intl.formatMessage({ id: "powers.title" })}
            glyph={glyphDocument}
            href={urlOf("operator-powers")}
            onPress={() => open(urlOf("operator-powers"))}
          />
        </List>
      ) : null}
    </SubPage>
  )
}
