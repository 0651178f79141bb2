/**
 * Every constant of the specification's §9 and every limit of our own: queues, retries, histories
 * and caches are all bounded. Durations are milliseconds and distances CSS pixels unless the name
 * says otherwise.
 */

// ── fixed by the specification ───────────────────────────────────────────────
export const APP_VERSION = "1.0.2"
export const APP_VERSION_CODE = 102
/** The version that the separate configuration names. */
export const CONFIGURATION_VERSION = "1.3.2"
export const REQUEST_TIMEOUT_MS = 10_000
export const FRAMEWORK_TIMEOUT_MS = 60_000
export const RETRY_LIMIT = 2
export const RETRY_DELAY_MS = 1_000
export const LOADING_DELAY_MS = 800
export const TOAST_DURATION_MS = 1_500
/** How long a toast fades out; Toast.module.css has the same value. */
export const TOAST_FADE_MS = 250
export const TOAST_ICONS = ["success", "loading", "none", "error"] as const
export const PAGE_LOADING_DELAY_MS = 200
export const PAGE_LOAD_TIMEOUT_MS = 60_000
/** A failure faster than this came from the module cache, not from the network. */
export const FAILED_AT_ONCE_MS = 300
/** After this the document is reloaded, although the browser has not reported a newer build as active. */
export const BUILD_ACTIVATION_TIMEOUT_MS = 5_000
/**
 * From the start to the service worker, so that it does not compete with the first page. No other
 * timer has this length: tests shorten it by its length (tests/support/browser.ts).
 */
export const INSTALL_DELAY_MS = 8_100
export const LONG_PRESS_MS = 350
export const LONG_PRESS_MOVE_PX = 10
export const REACH_BOTTOM_RETRIGGER_MS = 350
export const REACH_BOTTOM_DISTANCE_PX = 50
export const SCROLL_THRESHOLD_PX = 50
/** The minimum pause between two notifications about the same edge of a scroller. */
export const SCROLL_EDGE_GAP_MS = 200
export const PULL_TO_REFRESH_PX = 45
export const SWIPER_INTERVAL_MS = 5_000
export const SWIPER_DURATION_MS = 500
export const DESIGN_WIDTH = 750
export const BASE_DEVICE_WIDTH_PX = 375
export const MAX_DEVICE_WIDTH_PX = 960
export const MODAL_CONFIRM_COLOR = "#007aff"
/** The default cancel colour means "the text colour": black is unreadable in dark mode. */
export const MODAL_CANCEL_COLOR = "#000"
export const IMAGE_COUNT = 9
export const CHOSEN_FILE_COUNT = 100
export const VIDEO_MAX_SECONDS = 60
export const INPUT_MAX_LENGTH = 140
export const VIDEO_RATES = [0.5, 0.8, 1, 1.25, 1.5, 2] as const
export const AMOUNT_DECIMALS = 2
export const STORAGE_PREFIX = "app_"
/** The `sessionStorage` key of the id of this tab, once it has streams. */
export const TAB_KEY = "app_tab"

/** What is published of a product's past: four figures a day, its close, or one price a month. */
export const PRICE_HISTORIES = ["daily-ohlc", "daily-close", "monthly-close"] as const
export type PriceHistory = (typeof PRICE_HISTORIES)[number]

/** What a product belongs to, in the order of the market's tabs. */
export const PRODUCT_CATEGORIES = [
  "technology",
  "finance",
  "industry",
  "consumer",
  "health",
  "energy",
  "indices",
  "crypto",
] as const
export type ProductCategory = (typeof PRODUCT_CATEGORIES)[number]

/** The login of the demo profile that everybody shares. It needs no password. */
export const DEMO_USERNAME = "demo"

export const LOCALES = ["zh", "en", "ja", "pt", "es", "de", "fr", "vn", "hl", "it"] as const
export const DEFAULT_LOCALE = "en"
export const FRAMEWORK_LOCALES = ["en", "fr", "es", "zh-Hans", "zh-Hant"] as const
export const CURRENCY = "NGN"
/** 1 balance, 2 wechat, 3 alipay. */
export const PAYMENT_WAYS = [1, 2, 3] as const
export const PAYMENT_RESULTS = ["success", "fail", "pending"] as const
export const TOKEN_INVALID_REDIRECT_MS = 500
/** How long the page of a closed site says where it leads before it goes there. */
export const SITE_OFF_REDIRECT_MS = 10_000
/** A visitor who types or returns makes the app look whether the site is on, at most this often. */
export const VISITOR_LOOKS_MS = 10_000
/** How often a visible page makes a visitor's app look whether the site is on. */
export const VISIBLE_REMINDER_MS = 30_000

export type Locale = (typeof LOCALES)[number]
export type ToastIcon = (typeof TOAST_ICONS)[number]

// ── our own: fields ──────────────────────────────────────────────────────────
export const USERNAME_LENGTH = { min: 3, max: 32 } as const
export const PASSWORD_LENGTH = { min: 8, max: 64 } as const
export const INVITATION_CODE_LENGTH = 8

export const REAL_NAME_LENGTH = { min: 2, max: 64 } as const
export const ID_NUMBER_LENGTH = { min: 5, max: 24 } as const
export const BANK_NAME_LENGTH = { min: 2, max: 64 } as const
export const CARD_NUMBER_LENGTH = { min: 12, max: 19 } as const
export const CRYPTO_ADDRESS_LENGTH = { min: 25, max: 90 } as const
/** A payment link contains an address, an amount and labels. */
export const PAYMENT_LINK_LENGTH_MAX = 500
/**
 * Amounts are at most ₦9,999,999,999,999.99, so that amount × leverage stays far inside a bigint
 * column.
 */
export const AMOUNT_MAX_KOBO = 999_999_999_999_999n
/** Days of a statement, and changes in its file. */
export const STATEMENT_DAYS_MAX = 366
export const STATEMENT_ROWS_MAX = 100_000
/** The largest price that the API carries: twelve digits before the point, in ten-thousandths. */
export const PRICE_MAX_UNITS = 9_999_999_999_999_999n

// ── our own: queues, histories, caches ───────────────────────────────────────
export const TOAST_QUEUE_LIMIT = 5
/** How long a notice is shown; notices that arrive meanwhile are shown together after it. */
export const NOTICE_TOAST_MS = 4_000
export const STACK_LIMIT = 20
export const WATCHLIST_LIMIT = 50
/** Active price alerts of a member, the days that one lasts, and the characters of its note. */
export const ALERTS_PER_MEMBER = 50
export const ALERT_DAYS_MAX = 90
/** What the form offers, and suggests. */
export const ALERT_DAYS_OFFERED = [1, 7, 30, ALERT_DAYS_MAX] as const
export const ALERT_DAYS = 30
/** How near to a contract's stop-out an alert may fire, and what the form offers, in basis points. */
export const ALERT_DISTANCE_MAX_BPS = 5_000
export const ALERT_DISTANCES_OFFERED = [100, 200, 500, 1_000] as const
export const ALERT_DISTANCE_BPS = 500
export const ALERT_NOTE_MAX = 80
/** Characters of a search in the help centre. */
export const SEARCH_MAX_LENGTH = 60
/** Answers kept in memory for screens that are shown again. */
export const QUERY_CACHE_LIMIT = 60
/** An answer to a call of the document that is older than this is not taken over by the app. */
export const EARLY_CALL_MAX_AGE_MS = 10_000
/** An answer older than this is refetched when its page is shown again. */
export const QUERY_FRESH_MS = 30_000
/** Bars that the live price adds to the server's candles before they are requested again. */
export const ADDED_CANDLE_LIMIT = 120
/** A balance older than this is requested again when its page is shown: the stream may be down. */
export const BALANCE_FRESH_MS = 5_000
/** The offline cache: answers per member, bytes per answer, and maximum age. */
export const LAST_KNOWN_LIMIT = 40
export const LAST_KNOWN_BYTES = 256 * 1024
export const LAST_KNOWN_MS = 7 * 24 * 60 * 60 * 1_000
/** Hours from the request to unlock an account until a log-in opens it. */
export const UNLOCK_WAIT_HOURS = 24
/** Hours for which what a cancelled withdrawal returned cannot be staked. */
export const RETURNED_HOLD_HOURS = 24
/** Hours until a looser limit of a member can be confirmed. */
export const LOOSER_WAIT_HOURS = 24
/** How long a pause of a member lasts, in days, and an exclusion, in months. */
export const PAUSE_DAYS = { min: 1, max: 42 } as const
export const EXCLUSION_MONTHS = { min: 6, max: 60 } as const
/** Minutes of a session that a member may allow, and from one reality check to the next. */
export const SESSION_MINUTES = { min: 10, max: 1_440 } as const
export const REALITY_MINUTES = { min: 20, max: 120, default: 60 } as const
/** Working days within which a complaint is acknowledged, and answered. */
export const COMPLAINT_ACKNOWLEDGED_DAYS = 2
export const COMPLAINT_ANSWERED_DAYS = 10
/** Days for which a member's log-ins are kept and shown. */
export const LOGINS_KEPT_DAYS = 90
/** Cached answers are shown after this wait; at once when the browser is offline. */
export const LAST_KNOWN_AFTER_MS = 3_000
/** Checkpoints of each market log, and receipts of contracts, that a device remembers. */
export const SEEN_CHECKPOINTS_LIMIT = 200
export const SEEN_RECEIPTS_LIMIT = 2_000
export const JOURNAL_EVENT_LIMIT = 100_000
export const JOURNAL_SNAPSHOT_EVERY = 500
/** How long the journal of a closed tab is kept: restoring a tab brings its id back. */
export const TAB_STREAM_MS = 7 * 24 * 60 * 60 * 1_000
/** The interval at which a tab asks the leader to hand over. */
export const LEADER_ASK_MS = 50
/** A leader that answers nothing for this long is frozen or gone. */
export const LEADER_SILENCE_MS = 600
/** The longest wait for a leader whose operation is in progress. */
export const LEADER_ASK_LIMIT_MS = 8_000
export const PAGE_SIZE = 20
/** With fewer accounts that traded, no loss rate is stated. */
export const LOSS_RATE_ACCOUNTS_MIN = 20
/** Account changes that the wallet shows beside the balance. */
export const LATEST_CHANGES = 5
export const PAGE_SIZE_MAX = 500
/** The longest period that is summed or filtered, in days. */
export const PERIOD_MAX_DAYS = 366
/** Pages of open contracts that a device loads, so that totals cover them: 10 000 contracts. */
export const OPEN_PAGES_MAX = 20
export const UPLOAD_TYPES = ["image/jpeg", "image/png", "image/webp"] as const
/** What may be chosen: the device turns a photograph of these into a type that may be sent. */
export const PHOTO_TYPES = [...UPLOAD_TYPES, "image/heic", "image/heif"] as const
/** A larger file is not read into the device's memory. */
export const PHOTO_MAX_BYTES = 40 * 1024 * 1024
/** The longest side of a picture that is sent and kept. */
export const UPLOAD_SIDE_PX = 2_400
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024
export const UPLOAD_MAX_PIXELS = 40_000_000
export const BODY_MAX_BYTES = 64 * 1024
/** Reads that one request may hold. */
export const BATCH_CALLS_MAX = 8

// ── our own: money in doubt, prices ──────────────────────────────────────────
/** Delays between the queries for an unknown outcome; the last one repeats. */
export const RECONCILE_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000] as const
/** The largest slippage tolerance of an order: 10 %. */
export const SLIPPAGE_MAX_BPS = 1_000
/** Bars of the chart of one contract. */
export const CONTRACT_BARS_MAX = 500
/** How often the levels of one contract may be changed. */
export const AMENDMENTS_MAX = 50
/** How far a changed level is from the price at least, in basis points of it. */
export const LEVEL_DISTANCE_MIN_BPS = 5
/** How many recent keys an operation remembers, so that a repeated command never sends twice. */
export const KEY_MEMORY_LIMIT = 32
/** At most so many operations are in the outbox; a further one is not sent. */
export const OPERATION_LIMIT = 32
/** A quote older than this is stale: it is marked, and buying is blocked. */
export const QUOTE_STALE_MS = 3_000
/** A stream that is silent for longer is reconnected. */
export const STREAM_SILENCE_MS = 8_000
/**
 * The heartbeat interval, and the number of unanswered heartbeats after which the socket is closed.
 */
export const STREAM_HEARTBEAT_MS = 3_500
export const STREAM_HEARTBEATS_LOST = 2
/** Full-jitter reconnect: a random delay up to base · 2^attempt, at most the maximum. */
export const RECONNECT_BASE_MS = 500
export const RECONNECT_MAX_MS = 8_000

/** What the level counts, in the order of the list that explains it. */
export const LEVEL_STEPS = ["verified", "deposit", "contracts", "tenure"] as const
export type LevelStep = (typeof LEVEL_STEPS)[number]
/** Completed contracts, and days of membership, that each add one level. */
export const LEVEL_CONTRACTS = 10
export const LEVEL_DAYS = 90

/** How long a code that sets a new password is valid. */
export const RESET_CODE_MINUTES = 30
/** How a visitor who forgot the password can be reached. */
export const RESET_CONTACT_LENGTH = { min: 3, max: 120 } as const

/** What an id is made of. */
export const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/u

/** The most unread notices that are counted. */
export const UNREAD_MAX = 99
