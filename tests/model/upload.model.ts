// @module-tag exhaustive
import type { PathStep } from "@financial-links/paths"
import { Schema } from "effect"
import { uploadMachine } from "../../machines/upload.ts"
import { ruleOf } from "../../src/contract/faults.ts"
import { UploadEvent } from "../../src/events/upload.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { button } from "../e2e/page-models/fields.ts"
import { seeEqual } from "../e2e/page-models/figures.ts"
import { text } from "../e2e/page-models/texts.ts"
import { openSite, proof } from "../e2e/site.ts"
import { cases, PICTURE } from "./events/upload.ts"
import type { PathDriver, StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import { runPaths } from "./harness/run-paths.ts"

const site = openSite()
const isUploadEvent = Schema.is(UploadEvent)
/** Why the picture of this step is rejected. */
const reasonOf = ({ event }: PathStep): string =>
  isUploadEvent(event) && event.type === "upload.failed" ? event.failure.reason : "upload.type"

const side = ({ page }: Fixture["phone"]) => page.locator("[data-field=frontId]").filter({ visible: true })

const choose = async (phone: Fixture["phone"], mediaType: string): Promise<void> => {
  const picture = await proof("front.png")
  const file = {
    ...picture,
    mimeType: mediaType,
    buffer: mediaType === PICTURE.mediaType ? picture.buffer : Buffer.from("notes"),
  }
  await side(phone).locator("input[type=file]").first().setInputFiles(file)
}

/** Prepares the answer to the upload that this step starts. */
const prepare = async ({ fixture, step, rest }: StepContext): Promise<void> => {
  if (step.state !== "uploading" && step.state !== "shrinking") return
  const isAnswer = ({ event }: PathStep) => event.type === "upload.stored" || event.type === "upload.failed"
  const answer = rest.find(isAnswer)?.event
  if (!isUploadEvent(answer) || answer.type !== "upload.failed") return await fixture.faults()
  const { reason } = answer.failure
  await fixture.faults(ruleOf("upload", { kind: "error", when: "before", reason }))
}

const trigger = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step } = stepContext
  const { phone } = fixture
  const { event } = step
  switch (event.type) {
    case "upload.choose":
      await prepare(stepContext)
      return await choose(phone, String(Reflect.get(event, "mediaType")))
    case "upload.retry":
      await prepare(stepContext)
      return await button(side(phone), text("ui.retry")).click()
    case "upload.remove":
      return await button(side(phone), text("ui.file.remove")).click()
    default:
      return
  }
}

const verify = async ({ fixture: { phone }, step }: StepContext): Promise<void> => {
  switch (step.state) {
    case "empty":
      return await side(phone).locator("input[type=file]").first().waitFor({ state: "attached" })
    case "rejected":
      await side(phone)
        .getByText(text(`error.${reasonOf(step)}`))
        // a second later it is announced in the same words
        .first()
        .waitFor()
      return await seeEqual(() => button(side(phone), text("ui.retry")).count(), 0)
    case "stored":
      await button(side(phone), text("ui.file.remove")).waitFor()
      return await seeEqual(() => side(phone).getByRole("progressbar").count(), 0)
    case "failed":
      return await button(side(phone), text("ui.retry")).waitFor()
    default:
      return
  }
}

const driver: PathDriver = {
  machine: uploadMachine,
  actorId: "upload:realName.front",
  begin: async ({ phone }) => {
    await phone.page.goto(urlOf("realname"))
    await side(phone).waitFor()
  },
  trigger,
  verify,
}

runPaths(site, driver, cases)
