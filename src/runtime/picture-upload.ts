/** The upload of one picture of a page, and the files that it needs. */
import { Context } from "effect"
import { progressOf, uploadMachine } from "../../machines/upload.ts"
import type { ApiLayer } from "./api-layer.ts"
import { effectActor } from "./effects/effect-actor.ts"
import { createFileStore, sendFile, shrinkPhoto } from "./effects/upload.ts"
import type { Runtime } from "./runtime.ts"

export interface UploadProgress {
  readonly getSnapshot: () => number | undefined
  /** Returns a function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
}

/** `slot` names the picture within its page. A file is kept until it is removed or replaced. */
export const createPictureUpload = (
  runtime: Pick<Runtime, "pageActors" | "createKey" | "now">,
  caller: ApiLayer["caller"],
  slot: string,
) => {
  const files = createFileStore(runtime.createKey)
  const machine = uploadMachine.provide({
    actors: {
      shrinkPhoto: effectActor(Context.empty(), shrinkPhoto(files)),
      sendFile: effectActor(Context.empty(), sendFile(caller, files)),
    },
  })
  const actor = runtime.pageActors.create(`upload:${slot}`, machine, undefined)
  const forget = () => {
    const { file } = actor.getSnapshot().context
    if (file) files.drop(file.fileKey)
  }
  return {
    actor,
    progress: {
      getSnapshot: () => progressOf(actor.getSnapshot()),
      subscribe: (listener: () => void) => {
        const subscription = actor.subscribe(listener)
        return () => subscription.unsubscribe()
      },
    },
    fileOf: (fileKey: string | undefined) => (fileKey === undefined ? undefined : files.get(fileKey)),
    choose: (file: File) => {
      forget()
      const fileKey = files.put(file)
      actor.send({
        type: "upload.choose",
        fileKey,
        sizeBytes: file.size,
        mediaType: file.type,
        at: runtime.now(),
      })
    },
    remove: () => {
      forget()
      actor.send({ type: "upload.remove", at: runtime.now() })
    },
  }
}
