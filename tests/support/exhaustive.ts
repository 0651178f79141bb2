/**
 * True in `npm run test:all`, which runs every file that imports this one. A sweep tries every
 * case there, and in a normal run one case of each kind.
 */
export const isExhaustive = process.env.EXHAUSTIVE !== undefined

/**
 * Every case in the exhaustive run, else the representative ones. Throws where nothing is left to
 * try.
 */
export const casesOf = <Case>(
  all: readonly Case[],
  isRepresentative: (one: Case) => boolean,
): readonly Case[] => {
  const chosen = isExhaustive ? all : all.filter(isRepresentative)
  if (chosen.length === 0) throw new Error("no case of the sweep is left to try")
  return chosen
}
