/**
 * An `await` or `yield*` whose value is not used is left out; two neighbouring actions of a list, or
 * calls of a block, change places.
 */
import { type ChangeKind, isNode, type SyntaxNode } from "./change-kinds.ts"

const partOf = (node: SyntaxNode, name: string): SyntaxNode | null => {
  const part = node[name]
  return isNode(part) ? part : null
}

const partsOf = (node: SyntaxNode, name: string): readonly SyntaxNode[] => {
  const parts = node[name]
  return Array.isArray(parts) ? parts.filter(isNode) : []
}

const isWait = ({ type, delegate }: SyntaxNode): boolean =>
  type === "AwaitExpression" || (type === "YieldExpression" && delegate === true)

const waits: ChangeKind = {
  name: "Wait",
  *mutate({ node, parent }) {
    const awaited = partOf(node, "argument")
    if (isWait(node) && awaited !== null && parent.type === "ExpressionStatement")
      yield structuredClone(awaited)
  },
}

/** The copies of a list in which two neighbours have changed places, each with the index of the first. */
function* swaps(
  list: readonly SyntaxNode[],
  areSwapped: (first: SyntaxNode, second: SyntaxNode) => boolean,
): Iterable<readonly [list: readonly SyntaxNode[], index: number]> {
  for (const [index, first] of list.entries()) {
    const second = list[index + 1]
    if (second === undefined || !areSwapped(first, second)) continue
    const copy = structuredClone([...list])
    copy.splice(index, 2, structuredClone(second), structuredClone(first))
    yield [copy, index]
  }
}

const ACTION_LISTS = ["actions", "entry", "exit"]

const actionOrder: ChangeKind = {
  name: "ActionOrder",
  *mutate({ node, parent }) {
    if (node.type !== "ArrayExpression" || !ACTION_LISTS.includes(String(partOf(parent, "key")?.name))) return
    for (const [elements] of swaps(partsOf(node, "elements"), () => true)) yield { ...node, elements }
  },
}

/** Whether a statement is a call, awaited or not. The call of a super class comes first in any case. */
const isCall = (statement: SyntaxNode): boolean => {
  const expression = statement.type === "ExpressionStatement" ? partOf(statement, "expression") : null
  const call = expression !== null && isWait(expression) ? partOf(expression, "argument") : expression
  return call?.type === "CallExpression" && partOf(call, "callee")?.type !== "Super"
}

const callOrder: ChangeKind = {
  name: "CallOrder",
  *mutate(path) {
    const { node } = path
    if (node.type !== "BlockStatement") return
    const areCalls = (first: SyntaxNode, second: SyntaxNode) => isCall(first) && isCall(second)
    for (const [body, index] of swaps(partsOf(node, "body"), areCalls)) {
      // a block is long: the comment says first what was done to it
      const [first, second] = [index, index + 1].map((at) => path.get(`body.${at}`).toString())
      const value = ` ${second} ${first} `.replaceAll("*/", "")
      yield { ...node, body, leadingComments: [{ type: "CommentBlock", value }] }
    }
  },
}

export const orderChanges: readonly ChangeKind[] = [waits, actionOrder, callOrder]
