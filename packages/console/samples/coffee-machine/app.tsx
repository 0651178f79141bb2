import { useSelector } from "@xstate/react"
import { createRoot } from "react-dom/client"
import { type Actor, createActor } from "xstate"
import { coffeeMachine } from "./coffee-machine.ts"

type Coffee = Actor<typeof coffeeMachine>

const App = ({ coffee }: { readonly coffee: Coffee }) => {
  const state = useSelector(coffee, ({ value }) => String(value))
  const { waterMl, cups } = useSelector(coffee, ({ context }) => context)
  return (
    <main>
      <h1>Coffee machine</h1>
      <p>
        It is {state}, holds {waterMl} ml of water, and has poured {cups} cups.
      </p>
      <button type="button" onClick={() => coffee.send({ type: "machine.switch" })}>
        Switch
      </button>
      <button type="button" onClick={() => coffee.send({ type: "tank.fill", ml: 500 })}>
        Fill the tank
      </button>
      <button type="button" onClick={() => coffee.send({ type: "cup.order", size: "small" })}>
        Pour a small cup
      </button>
    </main>
  )
}

const isDebugged = new URLSearchParams(location.search).get("debug") === "1"
const inspector = isDebugged ? (await import("./inspector.ts")).inspector : null
const coffee = createActor(coffeeMachine, { id: "coffee", ...(inspector && { inspect: inspector.inspect }) })
coffee.start()
const root = document.querySelector("#root")
if (root) createRoot(root).render(<App coffee={coffee} />)
inspector?.open()
