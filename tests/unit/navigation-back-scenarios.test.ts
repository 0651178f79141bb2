import { describe } from "vitest"
import {
  answers,
  atHome,
  back,
  call,
  HOME,
  hold,
  inWallet,
  lifecycle,
  loaded,
  loads,
  navigation,
  open,
  overlay,
  popped,
  settles,
  visible,
  WALLET,
} from "../support/navigation-events.ts"

const { scenario } = navigation

describe("back", () => {
  const press = lifecycle("backPress", WALLET)
  const gone = [lifecycle("unload", WALLET), ...visible("show", HOME)]

  scenario(
    "closes an overlay first, the newest, then asks the page that wants to be asked, then leaves it",
    [
      [
        overlay("openOverlay", "a"),
        "open.settled",
        {
          shows: { overlays: ["a"] },
          does: settles([HOME, WALLET], [], true),
        },
      ],
      [
        overlay("openOverlay", "b"),
        "open.settled",
        {
          shows: { overlays: ["a", "b"] },
          does: settles([HOME, WALLET], [], true),
        },
      ],
      [
        overlay("openOverlay", "a"),
        "open.settled",
        {
          shows: { overlays: ["b", "a"] },
          does: settles([HOME, WALLET], [], true),
        },
      ],
      [
        back,
        "open.settled",
        {
          shows: { overlays: ["b"] },
          does: [
            { emits: "navigation.overlayDismissed", overlay: "a" },
            answers("navigateBack:ok", "b", { reason: "overlay-closed" }),
            ...settles([HOME, WALLET], [], true),
          ],
        },
      ],
      [
        popped("home", "e.0"),
        "open.settled",
        {
          shows: { overlays: [] },
          does: [{ emits: "navigation.overlayDismissed", overlay: "b" }, ...settles([HOME, WALLET])],
        },
      ],
      [hold(true), "open.settled", { shows: { isHeld: true } }],
      [
        back,
        "open.settled",
        {
          does: [
            press,
            lifecycle("leaveAsked", WALLET),
            answers("navigateBack:fail onBackPress", "b"),
            ...settles([HOME, WALLET]),
          ],
        },
      ],
      [
        popped("home", "e.0"),
        "open.settled",
        { does: [lifecycle("leaveAsked", WALLET), ...settles([HOME, WALLET])] },
      ],
      [popped("wallet", "e.1"), "open.settled", { does: settles([HOME, WALLET]) }],
      [hold(false), "open.settled", { shows: { isHeld: false } }],
      [
        back,
        "open.settled",
        {
          shows: { pages: ["home"] },
          does: [press, ...gone, answers("navigateBack:ok", "b"), ...settles([HOME])],
        },
      ],
      [back, "open.settled", { does: [answers("navigateBack:ok", "b"), ...settles([HOME])] }],
    ],
    inWallet,
  )

  scenario(
    "does not ask a page whose code is not there",
    [
      [
        back,
        "open.settled",
        {
          shows: { pages: ["home"], top: "loaded", isHeld: false, call: undefined },
          does: [
            answers("navigateTo:fail", "k", { reason: "superseded" }),
            ...visible("show", HOME),
            answers("navigateBack:ok", "b"),
            ...settles([HOME]),
          ],
        },
      ],
    ],
    [...atHome, call("navigateTo", "wallet"), hold(true)],
  )

  scenario(
    "of the browser leads to the page below",
    [
      [
        popped("home", "e.0"),
        "open.settled",
        {
          shows: { pages: ["home"] },
          does: [...gone, ...settles([HOME])],
        },
      ],
      [popped("home", null), "open.settled", { does: settles([HOME]) }],
    ],
    inWallet,
  )
  scenario(
    "of the browser to another address opens that",
    [
      [
        popped("bank-list", null),
        "open.opening.loading",
        {
          shows: { pages: ["bank-list"], top: "loading", call: "p" },
          does: [
            lifecycle("unload", HOME),
            lifecycle("unload", WALLET),
            ...settles(["e.2 bank-list"]),
            loads("e.2 bank-list"),
          ],
        },
      ],
    ],
    inWallet,
  )
  scenario(
    "from a page that was opened by a link leads home",
    [
      [
        back,
        "open.opening.loading",
        {
          shows: { pages: ["home"], top: "loading", call: "b.entry" },
          does: [
            lifecycle("unload", "e.0 wallet"),
            answers("navigateBack:ok", "b"),
            ...settles(["e.1 home"]),
            loads("e.1 home"),
          ],
        },
      ],
    ],
    [open("wallet"), loaded("e.0")],
  )
  scenario(
    "closes no overlay that is closed already",
    [
      [overlay("closeOverlay", "b"), "open.settled", { does: settles([HOME, WALLET], [], true) }],
      [
        overlay("closeOverlay", "a"),
        "open.settled",
        { shows: { overlays: [] }, does: settles([HOME, WALLET]) },
      ],
    ],
    [...inWallet, overlay("openOverlay", "a")],
  )
})
