import { useEffect } from "react"
import { useIntl } from "react-intl"
import type { Deposit } from "../../domain/cash.ts"
import { isAllowedPayLink } from "../../domain/links.ts"
import { paymentResultOf } from "../../domain/payment.ts"
import { HOME_PATH, urlOf } from "../../navigation/routes.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { usePendingPolling, usePolling } from "../../runtime/hooks/use-polling.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import { Loaded } from "../patterns/loaded.tsx"
import { Outcome, useHeadingFocus } from "../patterns/outcome.tsx"
import { wayName } from "./payment-way.ts"

/**
 * The link to the provider's page, if the deposit has one and its host is allowed. A refused one is
 * logged.
 */
export const usePayLink = (deposit: Deposit | undefined): string | undefined => {
  const hosts = useConfig()?.linkHosts
  const link = deposit?.payment?.link ?? undefined
  const isAllowed = link !== undefined && hosts !== undefined && isAllowedPayLink(link, hosts)
  useEffect(() => {
    if (link !== undefined && hosts !== undefined && !isAllowed) console.warn(`a link was refused: ${link}`)
  }, [link, hosts, isAllowed])
  return isAllowed ? link : undefined
}

/** The texts of a payment's result. What is being looked at is not said to arrive by itself. */
export const resultTexts = ({ status, payment }: Deposit, link: string | undefined) => {
  const result = paymentResultOf(status)
  if (payment?.isLookedAt) return { title: "pay.looked-at", text: "pay.looked-at.text" } as const
  if (payment?.isCancelled) return { title: "pay.cancelled", text: "pay.fail.text" } as const
  const isWithoutLink = result === "pending" && link === undefined
  const text = isWithoutLink ? "pay.link-expired.text" : (`pay.${result}.text` as const)
  return { title: `pay.${result}`, text } as const
}

const kinds = { pending: "checking", success: "accepted", fail: "not-sent" } as const

interface ResultProps {
  readonly deposit: Deposit
  /** The provider's page, while there is something to do on it. */
  readonly link: string | undefined
  readonly onAgain: () => void
}

const Result = (props: ResultProps) => {
  const { deposit, link } = props
  const intl = useIntl()
  const result = paymentResultOf(deposit.status)
  const heading = useHeadingFocus(result)
  const { title, text: id } = resultTexts(deposit, link)
  const text = intl.formatMessage({ id })
  return (
    <Outcome
      key={result}
      headingRef={heading}
      kind={kinds[result]}
      title={intl.formatMessage({ id: title })}
      text={
        result === "fail" && !deposit.payment?.isCancelled ? `${deposit.reason ?? ""} ${text}`.trim() : text
      }
      actions={<ResultActions {...props} />}
    >
      <ResultFigures deposit={deposit} />
    </Outcome>
  )
}

const ResultFigures = ({ deposit }: { readonly deposit: Deposit }) => {
  const intl = useIntl()
  const format = useFormat()
  const { payment, status } = deposit
  return (
    <Card>
      <Figures
        rows={[
          ...(payment
            ? [
                {
                  id: "way",
                  label: intl.formatMessage({ id: "pay.method" }),
                  value: wayName(intl, payment.way),
                },
              ]
            : []),
          {
            id: "amount",
            label: intl.formatMessage({ id: "deposit.amount" }),
            value: <Amount value={deposit.number} />,
            emphasis: true,
          },
          ...(payment && status === 0
            ? [
                {
                  id: "expires",
                  label: intl.formatMessage({ id: "pay.link-until" }),
                  value: format.dateTime(payment.expiresAtMs),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}

const ResultActions = ({ deposit, link, onAgain }: ResultProps) => {
  const text = useText()
  const { open, openTab } = usePageNavigation()
  const onHome = () => openTab(HOME_PATH)
  if (deposit.status === 1)
    return (
      <>
        <Button onClick={onHome}>{text("pay.home")}</Button>
        <Button tone="secondary" onClick={() => open(urlOf("recharge-record"))}>
          {text("deposit.records")}
        </Button>
      </>
    )
  if (deposit.payment?.isLookedAt) return <Button onClick={onHome}>{text("pay.home")}</Button>
  return (
    <>
      {link === undefined ? (
        <Button onClick={onAgain}>{text("pay.again")}</Button>
      ) : (
        <LinkButton href={link}>{text("pay.open")}</LinkButton>
      )}
      <Button tone="secondary" onClick={onHome}>
        {text("pay.home")}
      </Button>
    </>
  )
}

export interface PaymentResultProps {
  readonly id: string
  /** Notified of the provider's link, once it is known. */
  readonly onLink?: ((link: string) => void) | undefined
  readonly onAgain: () => void
}

const LINK_POLL_MS = 30_000

/** The result of one payment, asked for again whenever the server pushes a change. */
export const PaymentResult = ({ id, onLink, onAgain }: PaymentResultProps) => {
  const deposit = useQuery("deposit", { id }, { refreshOn: ["member.changed"] })
  const link = usePayLink(deposit.data)
  useEffect(() => {
    if (link !== undefined) onLink?.(link)
  }, [link, onLink])
  const isPending = deposit.data?.status === 0
  usePendingPolling(isPending, deposit.onRetry)
  // the link expires without an event
  usePolling(isPending && link !== undefined, deposit.onRetry, { intervalMs: LINK_POLL_MS })
  return (
    <Loaded query={deposit} skeleton={<Skeleton shape={["hero", "block", "block"]} />}>
      {(known) => <Result deposit={known} link={link} onAgain={onAgain} />}
    </Loaded>
  )
}
