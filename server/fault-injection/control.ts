import type { IncomingMessage, ServerResponse } from "node:http"
import { Schema } from "effect"
import { DEFAULT_SCOPE, FAULT_LAB_PATH, FaultPlan, NO_FAULTS } from "../../src/contract/faults.ts"
import { sendJson } from "../http/json-response.ts"
import { DEVICE_PATH, deviceScript } from "./device-script.ts"
import { type FaultInjector, scopesOf } from "./fault-injector.ts"
import { faultPlanProblem } from "./fault-points.ts"

const bodyMax = 256 * 1024
const decodePlan = Schema.decodeUnknownOption(Schema.fromJsonString(FaultPlan))

const readText = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > bodyMax) return ""
  }
  return text
}

/**
 * The control endpoint: GET reports the plans and how many faults were applied, PUT sets the plan
 * of `?scope=` (default: everybody), DELETE removes it, or all plans. Resolves true when the path
 * belongs to it.
 */
export const serveControl = async (
  faults: FaultInjector,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<boolean> => {
  if (pathname === DEVICE_PATH) {
    const script = deviceScript(faults.device(scopesOf(request)) ?? NO_FAULTS.client)
    response.writeHead(200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" })
    response.end(script)
    return true
  }
  if (pathname !== FAULT_LAB_PATH) return false
  const scope = new URL(request.url ?? "/", "http://localhost").searchParams.get("scope")
  if (request.method === "PUT") {
    const plan = decodePlan(await readText(request))
    const problem = plan._tag === "None" ? "This is no fault plan." : faultPlanProblem(plan.value)
    if (plan._tag === "None" || problem !== null)
      await sendJson(request, response, 400, { problem: problem ?? "" })
    else {
      faults.set(scope ?? DEFAULT_SCOPE, plan.value)
      await sendJson(request, response, 200, {})
    }
  } else if (request.method === "DELETE") {
    faults.clear(scope ?? undefined)
    await sendJson(request, response, 200, {})
  } else await sendJson(request, response, 200, faults.report())
  return true
}
