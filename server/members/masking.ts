/** The last digits of a card number, the rest hidden: "•••• 4242". */
export const maskedCard = (lastFour: string): string => `•••• ${lastFour}`

/** An ID number with only its tail left, at most a third of it and at most four characters. */
export const maskedIdNumber = (idNumber: string): string => {
  const shown = Math.min(4, Math.floor(idNumber.length / 3))
  return `${"•".repeat(idNumber.length - shown)}${idNumber.slice(idNumber.length - shown)}`
}

/** A username that its owner recognises and a stranger does not learn: "ad•••e"; short ones keep the first letter only. */
export const maskedAccount = (username: string): string => {
  const letters = [...username]
  if (letters.length < 5) return `${letters[0] ?? ""}•••`
  return `${letters.slice(0, 2).join("")}•••${letters.at(-1) ?? ""}`
}
