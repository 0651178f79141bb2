/**
 * Which events a developer may send to which actor: a form for each event of its schema, none that
 * moves money.
 */
import {
  createHandSend,
  type EventForm,
  type FormField,
  formsOf,
  type HandSend,
  type JsonSchema,
  type Stamps,
  type StandardSchema,
} from "@financial-links/console"
import { machineOf, REDACTED } from "@financial-links/journal"
import { Schema, SchemaAST } from "effect"
import type { EventSchema, StreamDeclaration } from "../events/declaration.ts"
import { redact } from "../journal/redact.ts"
import { uuid7 } from "../runtime/actors/uuid7.ts"
import type { EventLog } from "./event-log.ts"
import type { TimeTravelActors } from "./time-travel-actors.ts"
import { unjournaledMachine } from "./unjournaled-machines.ts"

/** The sender stamps these. */
const STAMPS: Stamps = { at: "now", key: "new-key" }

const lastName = (path: string): string => path.slice(path.lastIndexOf(".") + 1)

/** Sent by the app alone, at a restart. */
const RESUMED = "journal.resumed"

const isSecret = ({ path }: FormField): boolean =>
  JSON.stringify(redact({ [lastName(path)]: "x" })).includes(REDACTED)

/**
 * Events of a money machine that name an operation: they send it, or are facts about it that only
 * the server may decide.
 */
const isOfOperation = ({ fields }: EventForm): boolean => fields.some(({ path }) => path === "key")

/** True for a stream whose machine moves money. */
export const movesMoney = (
  id: string,
  stream: Pick<StreamDeclaration, "sendingState"> | undefined,
): boolean => stream?.sendingState !== undefined || id === "operation"

/**
 * What the form of an event reads of its JSON Schema. Effect's own generator would be part of every
 * member's first page.
 */
const jsonSchemaOf = (ast: SchemaAST.AST): JsonSchema => {
  if (ast._tag === "Literal") return { const: ast.literal }
  if (ast._tag === "Union") return { anyOf: ast.types.map(jsonSchemaOf) }
  if (ast._tag === "TemplateLiteral") return { type: "string" }
  if (ast._tag !== "Objects" || ast.indexSignatures.length > 0) return { type: ast._tag.toLowerCase() }
  const signatures = ast.propertySignatures
  return {
    type: "object",
    properties: Object.fromEntries(signatures.map(({ name, type }) => [name, jsonSchemaOf(type)])),
    required: signatures.flatMap(({ name, type }) => (SchemaAST.isOptional(type) ? [] : [String(name)])),
  }
}

/**
 * A form for each event that may be sent by hand: none that restarts an actor or holds a secret,
 * and of a money machine none that sends an operation or reports about one.
 */
export const eventForms = (schema: EventSchema, isMoney: boolean): readonly EventForm[] => {
  return formsOf(jsonSchemaOf(SchemaAST.toEncoded(schema.ast)), STAMPS).filter(
    (form) => form.type !== RESUMED && !form.fields.some(isSecret) && !(isMoney && isOfOperation(form)),
  )
}

/** Decides whether an event is valid. */
export const validatorOf = (schema: EventSchema): StandardSchema => Schema.toStandardSchemaV1(schema)

export const createDeveloperSend = (
  eventLog: EventLog,
  loadTimeTravelActors: () => Promise<Pick<TimeTravelActors, "machines">>,
): HandSend =>
  createHandSend(
    eventLog,
    async ({ id, machine }) => {
      const { machines } = await loadTimeTravelActors()
      const stream = machineOf(machines, id)?.stream
      const schema = (await stream?.event()) ?? unjournaledMachine(machine.id)?.schema
      if (!schema) return null
      return { schema: validatorOf(schema), forms: eventForms(schema, movesMoney(machine.id, stream)) }
    },
    uuid7,
  )
