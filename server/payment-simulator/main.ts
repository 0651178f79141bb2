import { startSimulator } from "./simulator.ts"

/**
 * A payment provider for the demo and for tests, as a process of its own. Prints one JSON line with
 * its address, and ends when its standard input does, so that it never outlives its parent.
 */
const numberOf = (text: string | undefined, fallback: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : fallback

const { env } = process
const { url, stop } = await startSimulator({
  port: numberOf(env.PAY_SIMULATOR_PORT, 0),
  secrets: { wechat: env.PAY_WECHAT_SECRET ?? "", alipay: env.PAY_ALIPAY_SECRET ?? "" },
  seed: env.PAY_SIMULATOR_SEED ?? "demo",
  lateMs: numberOf(env.PAY_SIMULATOR_LATE_MS, 8_000),
})
console.log(JSON.stringify({ url }))
process.stdin.resume()
process.stdin.once("end", stop)
// A terminal sends its signal to the whole group; the parent decides when this process ends.
process.on("SIGINT", () => undefined)
