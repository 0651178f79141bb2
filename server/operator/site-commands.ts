import { Effect } from "effect"
import { isAllowedLink, SHARED_LINK } from "../../src/domain/links.ts"
import { isEmail } from "../../src/domain/validate.ts"
import { Config } from "../config.ts"
import {
  type CustomerService,
  LinkList,
  linkLists,
  openWebsite,
  readSetting,
  type Website,
  writeSetting,
} from "../content/site.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { type Db, transaction } from "../db/db.ts"
import { type OperatorCommand, readName, refuse, type Values } from "./command.ts"

/** Checks that members may be sent to a link. Refuses and logs one that is not allowed. */
export const requireLink = Effect.fn("requireLink")(function* (link: string) {
  const { linkHosts } = yield* Config
  if (isAllowedLink(link, linkHosts)) return link
  yield* Effect.logWarning("A link that is not https or not allow-listed was refused.", { link })
  return yield* refuse(`Links must be https and lead to a host named in LINK_HOSTS: ${link}`)
})

/** Writes a setting and records its decision in one transaction. */
const decideSetting = Effect.fnUntraced(function* (
  decision: Attribution & { readonly command: string; readonly name: string },
  value: unknown,
) {
  const { command, name, who, why } = decision
  yield* Effect.gen(function* () {
    yield* writeSetting(name, value)
    yield* recordDecision({ command, subject: name, who, why, detail: { value: JSON.stringify(value) } })
  }).pipe(transaction)
  return "Done."
})

const openSite = (_values: Values, decider: Attribution) =>
  decideSetting({ ...decider, command: "site on", name: "website" }, openWebsite)

const closeSite = Effect.fn("closeSite")(function* ({ url = "" }: Values, decider: Attribution) {
  const closed: Website =
    url === ""
      ? { status: 0, page_status: 0, page_url: "" }
      : { status: 0, page_status: 1, page_url: yield* requireLink(url) }
  return yield* decideSetting({ ...decider, command: "site off", name: "website" }, closed)
})

const linksMax = 10

const readLinkList = (list: keyof typeof linkLists) => readSetting(linkLists[list], LinkList, [])

const addLink = (list: keyof typeof linkLists) =>
  Effect.fn(`${list} add`)(function* (values: Values, decider: Attribution) {
    const name = yield* readName(values.name ?? "", 40)
    const url = yield* requireLink(values.url ?? "")
    const others = (yield* readLinkList(list)).filter((link) => link.name !== name)
    if (others.length >= linksMax) return yield* refuse(`There are ${linksMax} already: remove one first.`)
    const setting = { ...decider, command: `${list} add`, name: linkLists[list] }
    return yield* decideSetting(setting, [...others, { name, url }])
  })

const removeLink = (list: keyof typeof linkLists) =>
  Effect.fn(`${list} remove`)(function* ({ name = "" }: Values, decider: Attribution) {
    const listed = yield* readLinkList(list)
    const rest = listed.filter((link) => link.name !== name)
    if (rest.length === listed.length) return yield* refuse(`There is no ${name}.`)
    return yield* decideSetting({ ...decider, command: `${list} remove`, name: linkLists[list] }, rest)
  })

interface LinkTexts {
  /** What the list is. */
  readonly listed: string
  readonly added: string
  readonly url: string
}

/** The commands that list, add and remove the links of one list. */
const linkCommands = (
  list: keyof typeof linkLists,
  texts: LinkTexts,
): ReadonlyArray<OperatorCommand<Db | Config>> => [
  {
    name: `${list} list`,
    summary: texts.listed,
    run: () => readLinkList(list),
  },
  {
    name: `${list} add`,
    summary: texts.added,
    parameters: [
      { name: "name", summary: "what it is called" },
      { name: "url", summary: texts.url },
    ],
    needsWhy: true,
    run: addLink(list),
  },
  {
    name: `${list} remove`,
    summary: "Removes one.",
    parameters: [{ name: "name", summary: "what it is called" }],
    needsWhy: true,
    run: removeLink(list),
  },
]

const setService = Effect.fn("setService")(function* (values: Values, decider: Attribution) {
  const { name = "", hours = "", url, email } = values
  if (email !== undefined && !isEmail(email)) return yield* refuse(`Not an e-mail address: ${email}`)
  const service: CustomerService = {
    name: yield* readName(name, 100),
    hours: yield* readName(hours, 200, "hours"),
    url: url === undefined ? null : yield* requireLink(url),
    email: email ?? null,
  }
  return yield* decideSetting({ ...decider, command: "service set", name: "customer service" }, service)
})

/** Commands about the whole site. */
export const siteCommands: ReadonlyArray<OperatorCommand<Db | Config>> = [
  {
    name: "site on",
    summary: "Opens the site.",
    needsWhy: true,
    run: openSite,
  },
  {
    name: "site off",
    summary:
      "Refuses new orders, deposits and registrations; apps show the empty page, or go to the address given.",
    parameters: [{ name: "url", summary: "https address to send visitors to", isOptional: true }],
    needsWhy: true,
    run: closeSite,
  },
  ...linkCommands("share", {
    listed: "Where invitations can be shared.",
    added: `Adds or replaces one. The invitation link replaces ${SHARED_LINK} in the address, else it is added as the parameter url.`,
    url: `https address, such as https://share.example/?text=${SHARED_LINK}`,
  }),
  ...linkCommands("pages", {
    listed: "Pages elsewhere that the account page links to.",
    added: "Adds or replaces one. It opens in a window of its own, after the others of the list.",
    url: "https address",
  }),
  {
    name: "service set",
    summary: "Says how customer service is reached.",
    parameters: [
      { name: "name", summary: "who answers" },
      { name: "hours", summary: "when" },
      { name: "url", summary: "https address", isOptional: true },
      { name: "email", summary: "e-mail address", isOptional: true },
    ],
    needsWhy: true,
    run: setService,
  },
]
