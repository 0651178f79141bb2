/** What the app adds to the declaration of a stream. Each machine's event file declares its stream. */
import type { DeclaredStream } from "@financial-links/journal"

export interface StreamDeclaration extends DeclaredStream {
  /**
   * `tab`: owned by one tab (page stack, form drafts). `member`: shared by the tabs of one member,
   * written by the leader.
   */
  readonly scope: "tab" | "member"
  /**
   * The state in which an operation is with the server, of a machine whose context holds `key` and
   * `usedKeys`. A stream that cannot be read goes on from there with the key that it leaves in doubt.
   */
  readonly sendingState?: string
}
