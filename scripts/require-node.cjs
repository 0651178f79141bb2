"use strict"
// Written for any Node, old ones included: it must be able to say that this one is too old.
var REQUIRED = [24, 7]
var parts = process.versions.node.split(".").map(Number)
var isOldEnough = parts[0] > REQUIRED[0] || (parts[0] === REQUIRED[0] && parts[1] >= REQUIRED[1])

if (!isOldEnough) {
  console.error(
    "Financial Links needs Node " +
      REQUIRED.join(".") +
      " or newer and this is Node " +
      process.versions.node +
      ": run `npm ci` on Linux or Windows to get the bundled one, or install a newer Node.",
  )
  process.exit(1)
}
