/** Uploads of pictures. */
import { Context } from "effect"
import { useMemo } from "react"
import { progressOf, type UploadSnapshot, uploadMachine, uploadPhase } from "../../../machines/upload.ts"
import { effectActor } from "../actors/effect-actor.ts"
import type { Runtime } from "../actors/runtime.ts"
import type { ApiLayer } from "../api/api-layer.ts"
import { createFileStore, sendFile, shrinkPhoto } from "../api/upload.ts"
import { usePageActor } from "./page-context.tsx"
import { useApiLayer, useEmitted, useRuntime } from "./runtime-context.tsx"
import { useProblemText } from "./use-problem.ts"

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

export interface UploadOptions {
  readonly onStored?: (imageId: string) => void
  /** The picture was removed or replaced. */
  readonly onDropped?: () => void
}

export interface UploadView {
  readonly file: File | undefined
  readonly busy: boolean
  readonly canRetry: boolean
  readonly onRemove: () => void
  readonly onRetry: () => void
  /** The props of a FilePick. */
  readonly pick: {
    readonly image: File | undefined
    readonly onPick: (file: File) => void
    readonly onRemove: () => void
    /** 0 to 1 while it is sent. What shows it subscribes to it, and nothing else renders. */
    readonly progress: UploadProgress
    readonly error: string | undefined
  }
}

const selectUpload = (snapshot: UploadSnapshot) => {
  const { file, failure } = snapshot.context
  return { fileKey: file?.fileKey, failure, phase: uploadPhase(snapshot) }
}

/** One picture. `slot` names it within its page ("realName.front"). */
export const useUpload = (slot: string, { onStored, onDropped }: UploadOptions = {}): UploadView => {
  const runtime = useRuntime()
  const { caller } = useApiLayer()
  const upload = useMemo(() => createPictureUpload(runtime, caller, slot), [runtime, caller, slot])
  const { fileKey, failure, phase } = usePageActor(upload.actor, selectUpload)
  const textOf = useProblemText()
  useEmitted(upload.actor, (emitted) => {
    if (emitted.type === "upload.kept") onStored?.(emitted.imageId)
    else onDropped?.()
  })

  const file = upload.fileOf(fileKey)
  const { choose: onPick, remove: onRemove, progress } = upload
  return {
    file,
    busy: phase === "sending",
    canRetry: phase === "interrupted",
    onRemove,
    onRetry: () => upload.actor.send({ type: "upload.retry", at: runtime.now() }),
    pick: { image: file, onPick, onRemove, progress, error: textOf(failure) },
  }
}
