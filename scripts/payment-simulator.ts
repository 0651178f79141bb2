import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { createInterface } from "node:readline"

type Environment = Readonly<Record<string, string | undefined>>

export interface PaymentSimulator {
  /** The address of its pages. */
  readonly url: string
  /** The variables with which a server offers its ways. */
  readonly env: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/** The address in the one JSON line that the simulator prints. */
const urlIn = (line: string): string => {
  const printed: unknown = JSON.parse(line)
  const url: unknown = typeof printed === "object" && printed !== null ? Reflect.get(printed, "url") : null
  if (typeof url !== "string") throw new Error(`Not the simulator's address: ${line}`)
  return url
}

const readUrl = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`The payment simulator ended with code ${code}.`)))
    if (child.stdout) createInterface(child.stdout).once("line", (line) => resolve(urlIn(line)))
  })

/** Starts the payment simulator with secrets of its own. It ends with this process at the latest. */
export const startPaymentSimulator = async (
  entry: string,
  options: Environment = {},
): Promise<PaymentSimulator> => {
  const secrets = {
    PAY_WECHAT_SECRET: randomBytes(32).toString("hex"),
    PAY_ALIPAY_SECRET: randomBytes(32).toString("hex"),
  }
  const child = spawn(process.execPath, [entry], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...options, ...secrets },
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const url = await readUrl(child)
  return {
    url,
    env: {
      ...secrets,
      PAY_WAYS: "1,2,3",
      PAY_WECHAT_PAGE: `${url}/wechat`,
      PAY_ALIPAY_PAGE: `${url}/alipay`,
    },
    stop: () => {
      child.stdin?.end()
      return ended
    },
  }
}

/**
 * True for a demo on this machine that configures no payment ways itself. `PAY_WAYS=` (empty) means
 * none.
 */
export const isSimulatorWanted = ({ PROFILE, PAY_WAYS, HOST, PUBLIC_URL }: Environment): boolean =>
  (PROFILE ?? "demo") === "demo" &&
  PAY_WAYS === undefined &&
  !PUBLIC_URL &&
  ["", "127.0.0.1", "localhost", "::1"].includes(HOST ?? "")
