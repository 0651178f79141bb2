import type { IntlShape } from "react-intl"
import type english from "../../locales/en.json"
import type { LocaleTag } from "../domain/locale.ts"

/** The id of a text in locales/en.json. */
export type MessageId = keyof typeof english

/** react-intl reads these types: a wrong message id or locale does not compile. */
declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId
    }
    interface IntlConfig {
      locale: LocaleTag
    }
  }
}

/** Whether a text exists for an id that is known at run time only. */
export const isMessageId = (intl: Pick<IntlShape, "messages">, id: string): id is MessageId =>
  id in intl.messages
