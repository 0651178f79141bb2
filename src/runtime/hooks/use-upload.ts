/** Uploads of pictures. */
import { Context } from "effect"
import { useEffect, useEffectEvent, useMemo } from "react"
import { progressOf, type UploadSnapshot, uploadMachine, uploadPhase } from "../../../machines/upload.ts"
import type { Failure } from "../../domain/failure.ts"
import type { ApiLayer } from "../api-layer.ts"
import { effectActor } from "../effects/effect-actor.ts"
import { createFileStore, sendFile, shrinkPhoto } from "../effects/upload.ts"
import type { Runtime } from "../runtime.ts"
import { useApiLayer, useRuntime } from "./runtime-context.tsx"
import { usePageActor } from "./use-page-actor.ts"
import { useProblemText } from "./use-problem.ts"

export interface UploadOptions {
  readonly onStored?: (imageId: string) => void
  /** The picture was removed or replaced. */
  readonly onDropped?: () => void
}

export interface UploadProgress {
  readonly getSnapshot: () => number | undefined
  /** Returns a function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
}

export interface UploadView {
  readonly file: File | undefined
  /** The id of the stored picture. */
  readonly imageId: string | null
  readonly busy: boolean
  readonly canRetry: boolean
  /** 0 to 1 while it is sent. What shows it subscribes to it, and nothing else renders. */
  readonly progress: UploadProgress
  readonly failure: Failure | null
  readonly onPick: (file: File) => void
  readonly onRemove: () => void
  readonly onStop: () => void
  readonly onRetry: () => void
  /** The props of a FilePick. */
  readonly pick: {
    readonly image: File | undefined
    readonly onPick: (file: File) => void
    readonly onRemove: () => void
    readonly progress: UploadProgress
    readonly error: string | undefined
  }
}

const createUpload = (runtime: Runtime, caller: ApiLayer["caller"], slot: string) => {
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

const selectUpload = (snapshot: UploadSnapshot) => {
  const { file, imageId, failure } = snapshot.context
  return { fileKey: file?.fileKey, imageId, failure, phase: uploadPhase(snapshot) }
}

/** One picture. `slot` names it within its page ("realName.front"). */
export const useUpload = (slot: string, { onStored, onDropped }: UploadOptions = {}): UploadView => {
  const runtime = useRuntime()
  const { caller } = useApiLayer()
  const upload = useMemo(() => createUpload(runtime, caller, slot), [runtime, caller, slot])
  const { fileKey, imageId, failure, phase } = usePageActor(upload.actor, selectUpload)
  const textOf = useProblemText()
  const kept = useEffectEvent((imageId: string) => onStored?.(imageId))
  const dropped = useEffectEvent(() => onDropped?.())
  useEffect(() => {
    const subscription = upload.actor.onEmit((emitted) => {
      if (emitted.type === "upload.kept") kept(emitted.imageId)
      else dropped()
    })
    return () => subscription.unsubscribe()
  }, [upload])

  const file = upload.fileOf(fileKey)
  const { choose: onPick, remove: onRemove, progress } = upload
  return {
    file,
    imageId,
    busy: phase === "sending",
    canRetry: phase === "interrupted",
    progress,
    failure,
    onPick,
    onRemove,
    onStop: () => upload.actor.send({ type: "upload.abort", at: runtime.now() }),
    onRetry: () => upload.actor.send({ type: "upload.retry", at: runtime.now() }),
    pick: { image: file, onPick, onRemove, progress, error: textOf(failure) },
  }
}
