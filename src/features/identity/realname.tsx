import { type ReactNode, useEffect, useEffectEvent, useState } from "react"
import { useIntl } from "react-intl"
import { demoSamples } from "../../domain/demo-samples.ts"
import { KEPT } from "../../domain/member-forms.ts"
import type { RealName } from "../../domain/real-name.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { usePageLink } from "../../runtime/hooks/use-navigation.ts"
import { usePendingPolling } from "../../runtime/hooks/use-polling.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { type UploadView, useUpload } from "../../runtime/hooks/use-upload.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Field } from "../../ui/Field.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { FilePick, type FilePickProps } from "../../ui/FilePick.tsx"
import { useFormat } from "../../ui/format.ts"
import type { MessageId } from "../../ui/message-id.ts"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { Timeline, type TimelineStep } from "../../ui/Timeline.tsx"
import { useText } from "../../ui/use-text.ts"
import { DemoNotice } from "../patterns/demo-notice.tsx"
import styles from "../patterns/form-view.module.css"
import { FormFrame, type FormView } from "../patterns/form-view.tsx"
import { Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { ServiceSheet } from "../site/service-sheet.tsx"

/** The upload of one side of the document. */
interface SidePick extends Omit<FilePickProps, "label" | "hint"> {
  readonly isSending: boolean
  /** Uploads the same picture again; undefined where that cannot help. */
  readonly onRetry: (() => void) | undefined
}

interface VerificationProps {
  readonly form: FormView<"realName" | "idNumber" | "frontId" | "backId">
  readonly front: SidePick
  readonly back: SidePick
}

const FORM = "realname"
const SAMPLE_WIDTH = 640
const SAMPLE_HEIGHT = 400

/** A picture that stands for one side of a document in the demo. Null where none can be drawn. */
const samplePicture = async (caption: string): Promise<File | null> => {
  const canvas = document.createElement("canvas")
  canvas.width = SAMPLE_WIDTH
  canvas.height = SAMPLE_HEIGHT
  const pen = canvas.getContext("2d")
  if (pen === null) return null
  pen.fillStyle = "#e8ecf2"
  pen.fillRect(0, 0, SAMPLE_WIDTH, SAMPLE_HEIGHT)
  pen.fillStyle = "#3a4252"
  pen.textAlign = "center"
  pen.font = "bold 64px sans-serif"
  pen.fillText("DEMO", SAMPLE_WIDTH / 2, SAMPLE_HEIGHT / 2)
  pen.font = "28px sans-serif"
  pen.fillText(caption, SAMPLE_WIDTH / 2, SAMPLE_HEIGHT / 2 + 60)
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"))
  return picture && new File([picture], `${caption}.png`, { type: picture.type })
}

interface SideProps {
  readonly name: string
  readonly label: ReactNode
  readonly pick: SidePick
}

const Side = ({ name, label, pick }: SideProps) => {
  const intl = useIntl()
  const { onRetry, isSending: _, ...file } = pick
  return (
    <div className={styles.group} data-field={name}>
      <FilePick {...file} label={label} />
      {onRetry ? (
        <Button size="small" tone="secondary" onClick={onRetry}>
          {intl.formatMessage({ id: "ui.retry" })}
        </Button>
      ) : null}
    </div>
  )
}

const fillSample = async ({ form, front, back }: VerificationProps, text: (id: MessageId) => string) => {
  form.field("realName").onChange(demoSamples.holder)
  form.field("idNumber").onChange(demoSamples.idNumber)
  for (const [side, caption] of [
    [front, text("realname.front")],
    [back, text("realname.back")],
  ] as const) {
    const picture = await samplePicture(caption)
    if (picture) side.onPick(picture)
  }
}

/** Whether both sides show one file. Of pictures that only the server has nothing is known. */
const isSamePicture = (front: SidePick["image"], back: SidePick["image"]): boolean =>
  front instanceof File && back instanceof File && front.name === back.name && front.size === back.size

const VerificationForm = (props: VerificationProps & { readonly known: RealName }) => {
  const { form, known } = props
  const help = usePageLink()(urlOf("agreement", { kind: "help" }))
  const intl = useIntl()
  const text = useText()
  return (
    <div className={styles.form}>
      <FormFrame form={form} id={FORM}>
        <DemoNotice of="document" onFill={() => void fillSample(props, text)} />
        {known.status === "rejected" ? (
          <Notice tone="warning" title={text("realname.rejected")}>
            <p>{known.reason}</p>
            <p>{text("realname.rejected.retry")}</p>
          </Notice>
        ) : null}
        <Field
          {...form.field("realName")}
          label={text("realname.name")}
          autoComplete="name"
          enterKeyHint="next"
        />
        <Field
          {...form.field("idNumber")}
          label={text("realname.id-number")}
          autoComplete="off"
          enterKeyHint="done"
          hint={
            known.status === "rejected"
              ? intl.formatMessage({ id: "realname.id-number.kept" }, { number: known.idNumber })
              : text("realname.id-number.hint")
          }
        />
        <Side name="frontId" label={text("realname.front")} pick={props.front} />
        <Side name="backId" label={text("realname.back")} pick={props.back} />
        {isSamePicture(props.front.image, props.back.image) ? (
          <Notice tone="warning" announced>
            {text("realname.same-picture")}
          </Notice>
        ) : null}
        <Notice title={text("realname.tips")}>
          <ul className={styles.tips}>
            <li>{text("realname.tip.corners")}</li>
            <li>{text("realname.tip.readable")}</li>
            <li>{text("realname.tip.private")}</li>
          </ul>
        </Notice>
        <p>
          <TextLink {...help}>{text("entry.help")}</TextLink>
        </p>
      </FormFrame>
    </div>
  )
}

/** Refused for good: why, and whom to ask. */
const FinalRefusal = ({ known }: { readonly known: RealName }) => {
  const text = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Notice
        tone="danger"
        title={text("realname.rejected")}
        action={
          <Button size="small" tone="secondary" onClick={() => setOpen(true)}>
            {text("service.title")}
          </Button>
        }
      >
        <p>{known.reason}</p>
        <p>{text("realname.rejected.final")}</p>
      </Notice>
      <ServiceSheet open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** Under review or verified: the progress and the data, with the ID number masked. */
const VerificationProgress = ({ known }: { readonly known: RealName }) => {
  const format = useFormat()
  const text = useText()
  const verified = known.status === "verified"
  const isDemo = useConfig()?.demo === true
  const sent = known.submittedAtMs === null ? undefined : format.dateTime(known.submittedAtMs)
  const reviewed = known.reviewedAtMs === undefined ? undefined : format.dateTime(known.reviewedAtMs)
  const steps: readonly TimelineStep[] = [
    { id: "sent", title: text("realname.step.sent"), time: sent, state: "done" },
    {
      id: "review",
      title: text(verified ? "realname.step.reviewed" : "realname.step.review"),
      time: reviewed,
      note: verified ? undefined : text(isDemo ? "realname.review.demo" : "realname.review.note"),
      state: verified ? "done" : "current",
    },
    {
      id: "verified",
      title: text("realname.step.verified"),
      time: reviewed,
      state: verified ? "done" : "todo",
    },
  ]
  return (
    <>
      <Card>
        <Timeline steps={steps} />
      </Card>
      <Card>
        <Figures
          rows={[
            { id: "name", label: text("realname.name"), value: known.realName },
            { id: "number", label: text("realname.id-number"), value: known.idNumber },
          ]}
        />
      </Card>
    </>
  )
}

/**
 * The picture of one side: the file on this device, or "" if only the server has it since a reload.
 */
const sideOf = (upload: UploadView, storedId: string, error: string | undefined): SidePick => ({
  ...upload.pick,
  image: upload.file ?? (storedId === "" ? undefined : ""),
  error: upload.pick.error ?? error,
  isSending: upload.busy,
  onRetry: upload.canRetry ? upload.onRetry : undefined,
})

/** Fills the empty form from a rejected check, so that it can be sent again as it stands. */
const useRejectedCheck = (check: RealName | undefined, form: ReturnType<typeof useForm<"realName">>) => {
  const fill = useEffectEvent((rejected: RealName) => {
    const { isDirty } = form
    if (form.values.keptIdNumber !== KEPT) form.set("keptIdNumber", KEPT)
    if (isDirty) return
    form.set("realName", rejected.realName ?? "")
    form.set("frontId", rejected.frontImage ?? "")
    form.set("backId", rejected.backImage ?? "")
  })
  useEffect(() => {
    if (check?.status === "rejected") fill(check)
  }, [check])
}

/**
 * Real-name verification: the form before it is submitted or after a rejection, else its progress.
 */
export const Realname = () => {
  const intl = useIntl()
  const { toast } = useFeedback()
  const check = useQuery("realNameDetail", {}, { refreshOn: ["member.changed"] })
  usePendingPolling(check.data?.status === "pending", check.onRetry)
  const form = useForm("realName", {
    onDone: () => {
      check.onRetry()
      toast(intl.formatMessage({ id: "realname.sent" }))
    },
  })
  useRejectedCheck(check.data, form)
  const front = useUpload("realName.front", {
    onStored: (id) => form.set("frontId", id),
    onDropped: () => form.set("frontId", ""),
  })
  const rear = useUpload("realName.back", {
    onStored: (id) => form.set("backId", id),
    onDropped: () => form.set("backId", ""),
  })
  const sides = {
    front: sideOf(front, form.field("frontId").value, form.field("frontId").error),
    back: sideOf(rear, form.field("backId").value, form.field("backId").error),
  }
  const status = check.data?.status
  const isFinal = check.data?.isFinal === true
  const editable = status === "none" || (status === "rejected" && !isFinal)
  const sending = sides.front.isSending || sides.back.isSending
  return (
    <SubPage
      width="form"
      title={intl.formatMessage({ id: "realname.title" })}
      footer={
        editable ? (
          <Button type="submit" form={FORM} wide busy={form.busy || sending}>
            {intl.formatMessage({ id: "realname.submit" })}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={check} skeleton={<Skeleton count={6} />}>
        {(known) =>
          editable ? (
            <VerificationForm {...sides} form={form} known={known} />
          ) : isFinal ? (
            <FinalRefusal known={known} />
          ) : (
            <VerificationProgress known={known} />
          )
        }
      </Loaded>
    </SubPage>
  )
}
