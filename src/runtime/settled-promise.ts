/**
 * Marks a promise with what it has brought, as React itself does once it has waited for one: from then on reading it takes no turn, in which a placeholder would
 * be drawn over what stands there already.
 */
export const readable = <Value>(promise: Promise<Value>): Promise<Value> => {
  promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    () => {},
  )
  return promise
}
