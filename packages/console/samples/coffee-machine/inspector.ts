/** Loaded with `?debug=1` alone. */
import { createConsole } from "@financial-links/console"
import { drawMachine } from "@financial-links/console/charts"
import "@financial-links/console/console.css"

const coffeeEvents = {
  anyOf: [
    { type: "object", properties: { type: { const: "machine.switch" } }, required: ["type"] },
    {
      type: "object",
      properties: { type: { const: "tank.fill" }, ml: { type: "integer", minimum: 1 } },
      required: ["type", "ml"],
    },
    {
      type: "object",
      properties: {
        type: { const: "cup.order" },
        size: { enum: ["small", "large"] },
        note: { type: "string" },
      },
      required: ["type", "size"],
    },
  ],
}

export const inspector = createConsole({
  drawingOf: drawMachine,
  schemas: { coffee: { json: coffeeEvents } },
})

// for the console of the browser: inspector.open("bottom")
Object.assign(globalThis, { inspector })
