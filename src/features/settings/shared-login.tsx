import { useIsSharedLogin } from "../../runtime/hooks/use-session.ts"
import { Notice } from "../../ui/Notice.tsx"
import { useText } from "../../ui/use-text.ts"

/** Says before a form is filled in that the demo's shared login cannot be changed. */
export const SharedLogin = () => {
  const text = useText()
  return useIsSharedLogin() ? <Notice tone="warning">{text("error.demo.shared")}</Notice> : null
}
