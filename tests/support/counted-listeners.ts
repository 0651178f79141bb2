/** Counts what listens to emitted events, so that a test sees a listener that is never removed. */
type OnEmit<Emitted> = (listener: (emitted: Emitted) => void) => { unsubscribe(): void }

export const countedListeners = <Emitted>(
  own: OnEmit<Emitted>,
): { readonly onEmit: OnEmit<Emitted>; readonly listeners: () => number } => {
  const listening = new Set<object>()
  return {
    listeners: () => listening.size,
    onEmit: (listener) => {
      const subscription = own(listener)
      listening.add(subscription)
      return {
        unsubscribe: () => {
          listening.delete(subscription)
          subscription.unsubscribe()
        },
      }
    },
  }
}
