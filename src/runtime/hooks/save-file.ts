/** Saves files to the device. */

/** Downloads a JSON text as a file called `name`. */
export const saveFile = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // the browser has read the blob by the next turn
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
