/** The leaf states of a machine as a type, from the type of its snapshots. */
type LeafOf<Value> = Value extends string
  ? Value
  : { [State in keyof Value & string]: `${State}.${LeafOf<Value[State]>}` }[keyof Value & string]

/** The paths of the leaf states of a machine, "filling.drafting". */
export type LeafState<Snapshot extends { readonly value: unknown }> = LeafOf<Snapshot["value"]>
