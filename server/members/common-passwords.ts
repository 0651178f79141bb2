/**
 * Words that most guessed passwords consist of, in lower case and without added digits and signs.
 */
const words = new Set(
  `password passwort passwords passcode passw pass secret letmein welcome access login logon admin administrator root
  master user guest default change changeme test testing tester demo qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcvbn
  zxcvbnm iloveyou loveyou lovely love princess sunshine superman batman spiderman dragon monkey shadow football soccer baseball
  basketball hockey michael jessica jennifer daniel charlie andrew thomas robert jordan hunter ranger buster tigger killer
  pepper ginger summer winter spring autumn flower cheese coffee computer internet google facebook samsung apple iphone android
  microsoft windows money cash dollar naira nigeria lagos abuja bitcoin crypto trading trader invest investor finance financial
  financiallinks links bank banking account wallet whatever trustno starwars pokemon freedom matrix mustang ferrari mercedes
  liverpool arsenal chelsea barcelona realmadrid manchester jesus jesuschrist christ blessed blessing hallelujah family
  mother father sister brother babygirl angel baby hello helloworld goodbye nothing something letmepass opensesame abcdef abcdefg abcdefgh
  ninja hottie hannah ashley nicole amanda matthew joshua maggie cookie orange purple banana chocolate diamond silver golden`.split(
    /\s+/,
  ),
)

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qazwsxedcrfvtgb",
]
const lookalikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
}

const isRun = (text: string): boolean =>
  rows.some((row) => [row, [...row].reverse().join("")].some((order) => order.includes(text)))

/** True when the text repeats one short piece ("aaaaaaaa", "abcabcabc"). */
const isRepetition = (text: string): boolean => /^(.{1,4})\1+$/u.test(text)

const letterReadings = (text: string): ReadonlyArray<string> => {
  const core = text.replace(/^[^a-z@$]+|[^a-z@$]+$/g, "")
  const read = (source: string) => [...source].map((sign) => lookalikes[sign] ?? sign).join("")
  return [core, read(core), read(text), text.replace(/[^a-z]/g, "")]
}

/**
 * True for passwords that guessing programs try first: decorated common words, keyboard runs,
 * repetitions, and the username.
 */
export const isCommonPassword = (password: string, username: string): boolean => {
  const text = password.normalize("NFKC").toLowerCase()
  const name = username.normalize("NFKC").toLowerCase()
  const halves = [text.slice(0, Math.ceil(text.length / 2)), text.slice(Math.ceil(text.length / 2))]
  return (
    isRepetition(text) ||
    isRun(text) ||
    halves.every((half) => isRun(half) || isRepetition(half)) ||
    (name.length >= 3 && text.replaceAll(name, "").length < 4 && text.includes(name)) ||
    letterReadings(text).some((reading) => words.has(reading))
  )
}
