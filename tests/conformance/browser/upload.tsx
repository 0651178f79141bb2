import { observeCall } from "../adapters/framework-call.ts"
import {
  type CallTask,
  type UploadOptions,
  type UploadProgress,
  type UploadResult,
  uploadFile,
} from "../adapters/network-calls.ts"
import type { Plain } from "../area.ts"
import { isPlain, listOfPlain } from "../plain.ts"
import type { Mount } from "./mount.ts"

const USUAL_SIZE = 4_096

/** A file from "a.png", { name, type, size }, or any other value. */
const fileOf = (written: unknown): File | undefined => {
  if (written === undefined || written === null) return undefined
  const facts = isPlain(written) ? written : {}
  const name = typeof written === "string" ? written : String(facts.name ?? "a.png")
  const size = typeof facts.size === "number" ? facts.size : USUAL_SIZE
  return new File(["x".repeat(size)], name, { type: String(facts.type ?? "image/png") })
}

const textsIn = (value: unknown): Record<string, string> =>
  isPlain(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each)])) : {}

const optionsOf = (step: Plain): UploadOptions => {
  const { url, name, filePath, timeout } = step
  const isMade = typeof filePath === "string" && filePath.startsWith("blob:")
  const made = isMade ? URL.createObjectURL(fileOf("a.png") ?? new Blob()) : filePath
  return {
    url: typeof url === "string" ? url : null,
    file: fileOf(step.file),
    filePath: typeof made === "string" ? made : undefined,
    name: typeof name === "string" ? name : undefined,
    header: textsIn(step.header),
    ...(isPlain(step.formData) && { formData: step.formData }),
    ...(typeof timeout === "number" && { timeout }),
    ...(Array.isArray(step.files) && {
      files: listOfPlain(step.files).map((each) => ({
        name: typeof each.name === "string" ? each.name : undefined,
        file: fileOf(each.file ?? each.uri ?? "a.png"),
      })),
    }),
  }
}

export const mount: Mount = () => {
  let task: CallTask<UploadResult> | undefined
  let ended: Promise<Plain> = Promise.resolve({})
  const begin = async (step: Plain): Promise<Plain> => {
    const steps: UploadProgress[] = []
    const names = Array.isArray(step.callbacks) ? step.callbacks.map(String) : []
    const { seen, called } = await observeCall(names, (callbacks) => {
      task = uploadFile({ ...optionsOf(step), ...callbacks }, (progress) => steps.push(progress))
      return task.answer
    })
    const isRising = steps.every((each, at) => each.progress >= (steps[at - 1]?.progress ?? 0))
    return { ...seen, typeof: typeof seen.data, ...steps.at(-1), called, isRising }
  }
  return {
    begin: (step) => {
      if (isPlain(step)) ended = begin(step)
    },
    abort: () => task?.abort(),
    ended: () => ended,
  }
}
