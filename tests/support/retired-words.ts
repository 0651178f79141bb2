/**
 * Words that were retired because the field has a standard term, with that term. `allowed` lists
 * texts in which the word is right; they are removed before the search.
 */
export interface RetiredWord {
  readonly word: RegExp
  readonly instead: string
  readonly allowed?: readonly RegExp[]
}

export const retiredWords: readonly RetiredWord[] = [
  {
    word: /\bhouse(?:s)?\b|House(?![a-z])/,
    instead: "actor host, server, app",
    // the ledger account of that name
    allowed: [/['"`]house['"`]/g, /house account/g],
  },
  { word: /\bseat(?:s|ed)?\b|Seat(?:s|ed)?(?![a-z])/, instead: "actor, actor handle, register" },
  { word: /\btenants?\b|Tenants?(?![a-z])/i, instead: "journaled actor" },
  { word: /back ?room/i, instead: "API layer" },
  { word: /\bshel(?:f|ves)\b|Shel(?:f|ves)(?![a-z])/, instead: "cache, store" },
  {
    word: /last-?known/i,
    instead: "offline cache, cached",
    // ids of released texts
    allowed: [/screens\.last-known(?:-at)?/g],
  },
  { word: /\boffice\b|Office(?![a-z])/, instead: "leader election" },
  { word: /keepsake|keep-going/i, instead: "secret file, supervise" },
  { word: /\bwhoever\b|\bwhomever\b/i, instead: "name the subject" },
  {
    word: /\bnobody\b|\banybody\b|\bsomebody\b/i,
    instead: "name the subject, or the passive voice",
    // user names of tests
    allowed: [/["/](?:nobody|somebody)\b[^" ]*["@]?/g, /no member nobody/g],
  },
  { word: /\b(?:un)?told\b|Told(?![a-z])/i, instead: "emitted, notified, or what it is" },
  { word: /\bhear(?:s|d)?\b/i, instead: "subscribed, received" },
  { word: /\bset(?:s|ting)? aside\b|setAside/i, instead: "quarantine" },
  { word: /\bvocabular(?:y|ies)\b/i, instead: "event schemas" },
  { word: /\bannouncer\b|\bwatcher\b/i, instead: "dev-tools bridge, inspector" },
  { word: /\bmintKey\b|\bkeys? (?:is|are|was) minted\b/i, instead: "make an idempotency key" },
  { word: /\blaid-out\b|\blost-sheets\b/, instead: "layout keeping, stylesheet recovery" },
]
