/** A number for a text that spreads texts evenly, for a choice by a seed (FNV-1a). */
export const spread = (text: string): number =>
  [...text].reduce(
    (bits, letter) => Math.imul(bits ^ (letter.codePointAt(0) ?? 0), 0x01000193),
    0x811c9dc5,
  ) >>> 0
