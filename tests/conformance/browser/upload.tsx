import {
  type CallTask,
  type UploadOptions,
  type UploadProgress,
  type UploadResult,
  uploadFile,
} from "../adapters/network-calls.ts"
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

const optionsOf = (step: Readonly<Record<string, unknown>>): UploadOptions => {
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
  let ended: Promise<Readonly<Record<string, unknown>>> = Promise.resolve({})
  const begin = (step: Readonly<Record<string, unknown>>): void => {
    const steps: UploadProgress[] = []
    const called: string[] = []
    const names = Array.isArray(step.callbacks) ? step.callbacks.map(String) : []
    const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, unknown>>>()
    let seen: Readonly<Record<string, unknown>> = {}
    const note = (name: string): void => {
      if (names.includes(name)) called.push(name)
    }
    ended = promise
    const rest = () => ({
      ...steps.at(-1),
      called,
      isRising: steps.every((each, at) => each.progress >= (steps[at - 1]?.progress ?? 0)),
    })
    if (names.length === 0) {
      task = uploadFile(optionsOf(step), (progress) => steps.push(progress))
      task.answer?.then(
        (answer) => {
          const { data, errMsg } = answer
          resolve({ ...answer, ...rest(), callback: "success", typeof: typeof data, resolves: { errMsg } })
        },
        (cause: unknown) => {
          const errMsg = cause instanceof Error ? cause.message : String(cause)
          resolve({ ...rest(), errMsg, callback: "fail", rejects: { errMsg } })
        },
      )
      return
    }
    task = uploadFile(
      {
        ...optionsOf(step),
        success: (answer) => {
          note("success")
          seen = { ...answer, callback: "success", typeof: typeof answer.data }
        },
        fail: (answer) => {
          note("fail")
          seen = { ...answer, callback: "fail" }
        },
        complete: () => {
          note("complete")
          resolve({ ...seen, ...rest() })
        },
      },
      (progress) => steps.push(progress),
    )
  }
  return {
    begin: (step) => {
      if (isPlain(step)) begin(step)
    },
    abort: () => task?.abort(),
    ended: () => ended,
  }
}
