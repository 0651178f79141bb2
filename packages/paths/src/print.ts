/**
 * Writes to standard output and waits until it is written. A closed pipe, as by `head`, is not an
 * error.
 */
export const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (error?: Error | null): void => {
      if (error && !("code" in error && error.code === "EPIPE")) reject(error)
      else resolve()
    }
    process.stdout.once("error", settle)
    process.stdout.write(text, settle)
  })
