/** Uploads of pictures. */
import { useEffect, useEffectEvent, useMemo } from "react"
import { type UploadSnapshot, uploadPhase } from "../../../machines/upload.ts"
import { createPictureUpload, type UploadProgress } from "../picture-upload.ts"
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
    busy: phase === "sending",
    canRetry: phase === "interrupted",
    onRemove,
    onRetry: () => upload.actor.send({ type: "upload.retry", at: runtime.now() }),
    pick: { image: file, onPick, onRemove, progress, error: textOf(failure) },
  }
}
