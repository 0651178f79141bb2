"use strict"
// Old versions of Node must be able to parse this file, so that it can name them.
var REQUIRED = [24, 7]
var parts = process.versions.node.split(".").map(Number)
var isNewEnough = parts[0] > REQUIRED[0] || (parts[0] === REQUIRED[0] && parts[1] >= REQUIRED[1])

if (!isNewEnough) {
  console.error(
    "Financial Links needs Node " +
      REQUIRED.join(".") +
      " or newer and this is Node " +
      process.versions.node +
      ": run `npm ci` to get the one of the project (Linux, Windows and macOS), or install a newer Node.",
  )
  process.exit(1)
}
