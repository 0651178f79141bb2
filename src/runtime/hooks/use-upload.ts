/** Uploads of pictures. */
import { Context } from "effect"
import { useEffect, useEffectEvent, useMemo } from "react"
import { progressOf, uploadMachine, uploadPhase } from "../../../machines/upload.ts"
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

export interface UploadView {
  readonly file: File | undefined
  /** The id of the stored picture. */
  readonly imageId: string | null
  readonly busy: boolean
  readonly canRetry: boolean
  /** 0 to 1 while it is sent. */
  readonly progress: number | undefined
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
    readonly progress: number | undefined
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

/** One picture. `slot` names it within its page ("realName.front"). */
export const useUpload = (slot: string, { onStored, onDropped }: UploadOptions = {}): UploadView => {
  const runtime = useRuntime()
  const { caller } = useApiLayer()
  const upload = useMemo(() => createUpload(runtime, caller, slot), [runtime, caller, slot])
  const snapshot = usePageActor(upload.actor)
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

  const { file: chosen, imageId, failure } = snapshot.context
  const file = upload.fileOf(chosen?.fileKey)
  const phase = uploadPhase(snapshot)
  const progress = progressOf(snapshot)
  const { choose: onPick, remove: onRemove } = upload
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
