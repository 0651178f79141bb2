/** The seats of the forms before login. What was filled in, but for secret fields, survives a reload in this tab. */
import { type EventObject, fromCallback } from "xstate"
import { type FormJob, formMachine } from "../../machines/form.ts"
import type { sessionMachine } from "../../machines/session.ts"
import { formStream } from "../events/form-stream.ts"
import type { ActorHandle } from "./actor-handle.ts"
import type { RegisterActor } from "./actor-host.ts"

type SessionHandle = ActorHandle<typeof sessionMachine>

/** Login and registration are the session machine's: the form hands over what was filled in and waits for its word. */
const throughSession = (session: SessionHandle, now: () => number) =>
  fromCallback<EventObject, FormJob>(({ input, sendBack }) => {
    const { formId, values, handles } = input
    const username = (values.username ?? "").trim()
    const secret = handles.password ?? ""
    const listening = session.subscribe((snapshot) => {
      const { failure } = snapshot.context
      if (snapshot.matches("authenticated")) sendBack({ type: "form.accepted", at: now() })
      else if (snapshot.matches("anonymous") && failure !== null)
        sendBack({ type: "form.refused", failure, at: now() })
    })
    session.send(
      formId === "register"
        ? {
            type: "session.register",
            username,
            secret,
            invitationCode: (values.invitationCode ?? "").trim(),
            at: now(),
          }
        : { type: "session.login", username, secret, at: now() },
    )
    // A session that is being closed or opened by something else hears no login; the member may try again.
    if (session.getSnapshot().matches("authenticated")) sendBack({ type: "form.accepted", at: now() })
    else if (!session.getSnapshot().matches("authenticating"))
      sendBack({ type: "form.refused", failure: { reason: "no-answer.abort" }, at: now() })
    return () => listening.unsubscribe()
  })

/** The forms of a visitor. */
export const registerEntryForms = (
  registerActor: RegisterActor,
  session: SessionHandle,
  now: () => number,
) => {
  const machine = formMachine.provide({ actors: { submitForm: throughSession(session, now) } })
  return {
    "form.login": registerActor("form.login", machine, { formId: "login" }, formStream),
    "form.register": registerActor("form.register", machine, { formId: "register" }, formStream),
  }
}
