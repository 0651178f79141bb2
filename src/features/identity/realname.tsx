import { useIntl } from "react-intl"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { type UploadView, useUpload } from "../../runtime/hooks/use-upload.ts"
import { articleUrl } from "../articles/article-url.ts"
import { useEntryLink } from "../auth/use-entry-link.ts"
import { useGo } from "../patterns/use-go.ts"
import { usePendingRenewal } from "../patterns/use-renewal.ts"
import { RealnameView, type SidePick } from "./realname-view.tsx"

/** What a side shows: the picture of this device, or "" where only the server has it since a reload. */
const sideOf = (upload: UploadView, storedId: string, error: string | undefined): SidePick => ({
  ...upload.pick,
  image: upload.file ?? (storedId === "" ? undefined : ""),
  error: upload.pick.error ?? error,
  onRetry: upload.canRetry ? upload.onRetry : undefined,
})

export const Realname = () => {
  const intl = useIntl()
  const { back } = useGo()
  const { toast } = useFeedback()
  const config = useConfig()
  const link = useEntryLink()
  const check = useQuery("realNameDetail", {})
  usePendingRenewal(check.data?.status === "pending", check.onRetry)
  const form = useForm("realName", {
    onDone: () => {
      check.onRetry()
      toast(intl.formatMessage({ id: "realname.sent" }))
    },
  })
  const front = useUpload("realName.front", {
    onStored: (id) => form.set("frontId", id),
    onDropped: () => form.set("frontId", ""),
  })
  const rear = useUpload("realName.back", {
    onStored: (id) => form.set("backId", id),
    onDropped: () => form.set("backId", ""),
  })
  return (
    <RealnameView
      check={check}
      form={form}
      front={sideOf(front, form.field("frontId").value, form.field("frontId").error)}
      back={sideOf(rear, form.field("backId").value, form.field("backId").error)}
      help={link(articleUrl(config?.login.help_article_id))}
      onBack={back}
    />
  )
}
