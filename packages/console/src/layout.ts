/**
 * Positions every state, arrow and text of a chart by the layered layout of ELK. The same
 * chart gives the same places.
 */
import type { ELK, ElkExtendedEdge, ElkNode } from "elkjs/lib/elk-api.js"
import type { Chart, ChartState, ChartTransition } from "../../paths/src/chart.ts"
import type { Arrow, Box, Drawing, Line, Point } from "./drawing.ts"
import { LINE_PX, linesWidth, stateWords, titleWidth, transitionWords, type Words } from "./words.ts"

const PADDING = 14
const HEAD = 34
const DOT = 10
const MARGIN = 24
/** The machine's name and what it is. */
const ROOT_HEAD = 84

type Direction = "DOWN" | "RIGHT"

const OPTIONS = {
  "elk.algorithm": "layered",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.edgeLabels.inline": "true",
  "elk.json.shapeCoords": "ROOT",
  "elk.json.edgeCoords": "ROOT",
  "elk.randomSeed": "1",
  "elk.spacing.nodeNode": "28",
  "elk.spacing.edgeNode": "18",
  "elk.spacing.edgeEdge": "14",
  "elk.spacing.edgeLabel": "6",
  "elk.layered.spacing.nodeNodeBetweenLayers": "36",
  "elk.layered.spacing.edgeNodeBetweenLayers": "18",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "14",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
}

/** Transitions from one state to one other, drawn as one arrow. */
interface Bundle {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly transitions: readonly ChartTransition[]
  readonly words: readonly Words[]
}

interface Plan {
  readonly chart: Chart
  readonly heads: ReadonlyMap<string, readonly Words[]>
  readonly bundles: readonly Bundle[]
}

const isInside = (chart: Chart, id: string, outer: string): boolean => {
  if (id === outer) return true
  const parent = chart.states.find((state) => state.id === id)?.parent
  return parent != null && isInside(chart, parent, outer)
}

/**
 * Separates the transitions that do not leave their state, which are lines of text in it, from those
 * that are arrows.
 */
const planOf = (chart: Chart): Plan => {
  const staysInside = ({ source, targets }: ChartTransition) =>
    targets.every((target) => isInside(chart, target, source))
  const bundles = new Map<string, Bundle>()
  for (const transition of chart.transitions.filter((one) => !staysInside(one)))
    for (const target of transition.targets) {
      const id = `${transition.source} → ${target}`
      const known = bundles.get(id)
      bundles.set(id, {
        id,
        source: transition.source,
        target,
        transitions: [...(known?.transitions ?? []), transition],
        words: [...(known?.words ?? []), ...transitionWords(chart, transition)],
      })
    }
  const heads = chart.states.map((state): [string, readonly Words[]] => [
    state.id,
    stateWords(
      chart,
      state,
      chart.transitions.filter((one) => one.source === state.id && staysInside(one)),
    ),
  ])
  return { chart, heads: new Map(heads), bundles: [...bundles.values()] }
}

const dotId = (state: ChartState): string => `${state.id} begins`
const wordsId = (state: ChartState): string => `${state.id} says`

const FIRST = { "elk.layered.layering.layerConstraint": "FIRST" }

/**
 * The texts of a compound state are a node among its children, so that no arrow crosses them.
 */
const wordsNode = (plan: Plan, state: ChartState): readonly ElkNode[] => {
  const words = plan.heads.get(state.id) ?? []
  if (words.length === 0 || state.parent === null) return []
  const width = linesWidth(words)
  return [{ id: wordsId(state), width, height: words.length * LINE_PX, layoutOptions: FIRST }]
}

const nodeOf = (plan: Plan, state: ChartState, direction: Direction): ElkNode => {
  const words = plan.heads.get(state.id) ?? []
  const children = plan.chart.states.filter(({ parent }) => parent === state.id)
  const isRoot = state.parent === null
  const width =
    2 * PADDING + Math.max(titleWidth(state.name), children.length === 0 ? linesWidth(words) : 0, 40)
  if (children.length === 0)
    return { id: state.id, width, height: HEAD + (words.length === 0 ? 4 : words.length * LINE_PX + 12) }
  const dot: readonly ElkNode[] =
    state.kind === "compound" ? [{ id: dotId(state), width: DOT, height: DOT }] : []
  const [top, side] = isRoot ? [ROOT_HEAD + words.length * LINE_PX, MARGIN] : [HEAD + 16, 18]
  return {
    id: state.id,
    layoutOptions: {
      ...OPTIONS,
      "elk.direction": direction,
      "elk.padding": `[top=${top},left=${side},bottom=${side},right=${side}]`,
      "elk.nodeSize.constraints": "MINIMUM_SIZE",
      "elk.nodeSize.minimum": `(${width}, ${HEAD + 40})`,
    },
    children: [...wordsNode(plan, state), ...dot, ...children.map((child) => nodeOf(plan, child, direction))],
  }
}

/**
 * The chart keeps the order of the file, which is the usual order of the states.
 */
const isForward = (chart: Chart, source: string, target: string): boolean => {
  const ids = chart.states.map(({ id }) => id)
  return ids.indexOf(source) < ids.indexOf(target)
}

const HIDDEN = "stands before "

/**
 * A first state without arrows has no defined position: an invisible edge keeps it before its
 * neighbour.
 */
const hiddenEdges = ({ chart, bundles }: Plan): readonly ElkExtendedEdge[] =>
  chart.states.flatMap(({ id, kind, initial: [first] }) => {
    const next = chart.states.find((state) => state.parent === id && state.id !== first)
    const isTouched = bundles.some(({ source, target }) => source === first || target === first)
    if (kind !== "compound" || first === undefined || next === undefined || isTouched) return []
    return [{ id: `${HIDDEN}${next.id}`, sources: [first], targets: [next.id] }]
  })

/**
 * An arrow that leads back is laid out in reverse, so that the order in the file alone decides the
 * order of the states.
 */
const edgesOf = (plan: Plan): ElkExtendedEdge[] => [
  ...hiddenEdges(plan),
  ...plan.chart.states
    .filter(({ kind }) => kind === "compound")
    .map((state) => ({ id: dotId(state), sources: [dotId(state)], targets: [...state.initial] })),
  ...plan.bundles.map(({ id, source, target, words }) => ({
    id,
    sources: [isForward(plan.chart, source, target) ? source : target],
    targets: [isForward(plan.chart, source, target) ? target : source],
    labels: [{ id, text: id, width: linesWidth(words) + 12, height: words.length * LINE_PX + 6 }],
  })),
]

const linesAt = (words: readonly Words[], x: number, top: number): readonly Line[] =>
  words.map((word, index) => ({ ...word, at: { x, y: round(top + index * LINE_PX + 12) } }))

const round = (value: number | undefined): number => Math.round((value ?? 0) * 10) / 10

const boxesIn = (plan: Plan, node: ElkNode): readonly Box[] => {
  const state = plan.chart.states.find(({ id }) => id === node.id)
  const inner = (node.children ?? []).flatMap((child) => boxesIn(plan, child))
  if (state === undefined) return inner
  const words = plan.heads.get(state.id) ?? []
  const place = (node.children ?? []).find(({ id }) => id === wordsId(state))
  const around = plan.chart.states.find(({ id }) => id === state.parent)
  const at = { x: round(node.x), y: round(node.y) }
  const box: Box = {
    state: state.id,
    kind: state.kind,
    isRegion: around?.kind === "parallel",
    at,
    width: round(node.width),
    height: round(node.height),
    head: HEAD,
    title: state.name,
    description: state.description,
    lines: place
      ? linesAt(words, round(place.x), round(place.y))
      : state.parent === null
        ? linesAt(words, MARGIN, ROOT_HEAD - 14)
        : linesAt(words, at.x + PADDING, at.y + HEAD + 4),
  }
  return [box, ...inner]
}

const dotsIn = (node: ElkNode): readonly Point[] => [
  ...(node.id.endsWith(" begins")
    ? [{ x: round((node.x ?? 0) + DOT / 2), y: round((node.y ?? 0) + DOT / 2) }]
    : []),
  ...(node.children ?? []).flatMap(dotsIn),
]

const pointsOf = (edge: ElkExtendedEdge): readonly Point[] =>
  (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x: round(x), y: round(y) })),
  )

const arrowOf = (plan: Plan, edge: ElkExtendedEdge): Arrow => {
  const bundle = plan.bundles.find(({ id }) => id === edge.id)
  const isTurned = bundle !== undefined && !isForward(plan.chart, bundle.source, bundle.target)
  const [label] = edge.labels ?? []
  const at = { x: round(label?.x), y: round(label?.y) }
  return {
    transitions: bundle?.transitions.map(({ id }) => id) ?? [],
    source: bundle?.source ?? "",
    target: bundle?.target ?? edge.targets[0] ?? "",
    points: isTurned ? pointsOf(edge).toReversed() : pointsOf(edge),
    label: label ? { at, width: round(label.width), height: round(label.height) } : null,
    lines: bundle ? linesAt(bundle.words, at.x + 6, at.y + 2) : [],
  }
}

const laidOut = async (plan: Plan, elk: ELK, direction: Direction): Promise<ElkNode> => {
  const [root] = plan.chart.states
  if (root === undefined) throw new Error(`the chart ${plan.chart.id} has no states`)
  return elk.layout({
    id: "drawing",
    layoutOptions: {
      ...OPTIONS,
      "elk.direction": direction,
      "elk.padding": "[top=0,left=0,bottom=0,right=0]",
    },
    children: [nodeOf(plan, root, direction)],
    edges: edgesOf(plan),
  })
}

/** The area, weighted by the distance from the shape of a landscape sheet. */
const unfitness = ({ width = 1, height = 1 }: ElkNode): number =>
  width * height * (1 + Math.abs(Math.log(width / height / 1.41)))

/** Lays a chart out downwards and to the right, and keeps the layout that fits a sheet better. */
export const layOut = async (chart: Chart, elk: ELK): Promise<Drawing> => {
  const plan = planOf(chart)
  const down = await laidOut(plan, elk, "DOWN")
  const right = await laidOut(plan, elk, "RIGHT")
  const best = unfitness(down) <= unfitness(right) ? down : right
  return {
    machine: chart.id,
    description: chart.description,
    width: Math.ceil(best.width ?? 0),
    height: Math.ceil(best.height ?? 0),
    boxes: boxesIn(plan, best),
    arrows: (best.edges ?? []).filter(({ id }) => !id.startsWith(HIDDEN)).map((edge) => arrowOf(plan, edge)),
    dots: dotsIn(best),
  }
}
