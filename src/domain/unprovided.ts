/** A stub implementation that throws its name: machines get the real one from the runtime. */
export const unprovided = (name: string) => (): never => {
  throw new Error(`${name} is not provided`)
}

/** The same for an action with parameters. */
export const unprovidedAction =
  <Params>(name: string) =>
  (_: unknown, _params: Params): never =>
    unprovided(name)()
