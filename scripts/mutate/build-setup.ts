/** Builds the app with the changes of a run in it, before its browser tests. */
import { run } from "../run.ts"

export default async function setup(): Promise<void> {
  const builds = process.env.MUTATION_RUN === "model" ? ["build", "build-model"] : ["build"]
  for (const build of builds) {
    // Stryker sets it to test, which is another build
    const { ok, output } = await run("node", [`scripts/${build}.ts`], { env: { NODE_ENV: "production" } })
    if (!ok) throw new Error(`the changed app does not build:\n${output}`)
  }
}
