/** Files that the member keeps. */

/** Gives a JSON text to the browser as a file called `name`; it goes where this browser puts what is downloaded. */
export const saveFile = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // the browser has taken hold of it by the next turn
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
