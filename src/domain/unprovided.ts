/** Stands for a part of a machine that the app provides under this name: a machine started without it fails by that name. */
export const unprovided = (name: string) => (): never => {
  throw new Error(`${name} is not provided`)
}
