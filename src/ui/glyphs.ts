/** The glyphs of pages and lists. Icon.tsx defines their format and those of the basic controls. */
import type { Glyph } from "./Icon.tsx"

export const glyphDot: Glyph = "M12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z"
export const glyphChecks: Glyph = "M2.5 12.5L7 17l9.5-10M11.5 15.5L13 17l8.5-10"
export const glyphHome: Glyph = "M3.5 11L12 4l8.5 7M5.5 9.5V20h4.5v-5.5h4V20h4.5V9.5"
export const glyphMarket: Glyph = "M3.5 20.5h17M5 15.5l4.5-5 3.5 3 6-7.5M15 6h4v4"
export const glyphHoldings: Glyph =
  "M4 8.5h16a1 1 0 0 1 1 1V18.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9.5a1 1 0 0 1 1-1zM8.5 8.5V6a1.5 1.5 0 0 1 1.5-1.5h4A1.5 1.5 0 0 1 15.5 6v2.5M3 13.5h18M12 12.25v2.5"
export const glyphAccount: Glyph = "M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4.5 20.5c.4-4 3.4-6 7.5-6s7.1 2 7.5 6"
export const glyphTrade: Glyph = "M7.5 20V5M3.5 9l4-4 4 4M16.5 4v15M12.5 15l4 4 4-4"
export const glyphCopy: Glyph =
  "M9 8.5h10a1 1 0 0 1 1 1V20a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V9.5a1 1 0 0 1 1-1zM15.5 8.5V4.5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1V15a1 1 0 0 0 1 1h3"
export const glyphSearch: Glyph =
  "M17.5 10.75a6.75 6.75 0 1 1-13.5 0 6.75 6.75 0 0 1 13.5 0zM15.75 15.75L20.5 20.5"
export const glyphStar: Glyph =
  "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.05 5.9L12 16.9l-5.25 2.8 1.05-5.9L3.5 9.7l5.9-.8z"
export const glyphDeposit: Glyph = "M12 4v11.5M7 11l5 5 5-5M4 20h16"
export const glyphWithdraw: Glyph = "M12 16V4.5M7 9l5-5 5 5M4 20h16"
export const glyphBank: Glyph =
  "M3.5 9.5L12 4l8.5 5.5zM5.5 12.5V17M10 12.5V17M14 12.5V17M18.5 12.5V17M3.5 20h17"
export const glyphWallet: Glyph =
  "M18 7.5V5.5a1 1 0 0 0-1.2-1L5 6.5a2 2 0 0 0-1.5 2V18a2 2 0 0 0 2 2H19.5a1 1 0 0 0 1-1V8.5a1 1 0 0 0-1-1H5.5M16.75 13.75v.01"
export const glyphShield: Glyph =
  "M12 3l7.5 2.75V11c0 4.75-3 8.25-7.5 10-4.5-1.75-7.5-5.25-7.5-10V5.75zM8.75 12l2.25 2.25L15.5 9.75"
export const glyphUser: Glyph =
  "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM14.75 10a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 0 1 5.5 0zM6.4 18.5c1-2.4 3-3.5 5.6-3.5s4.6 1.1 5.6 3.5"
export const glyphLock: Glyph =
  "M6.5 10.5h11a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5zM8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2"
export const glyphGift: Glyph =
  "M4 8.5h16v4H4zM5.5 12.5V20h13v-7.5M12 8.5V20M12 8.5C10 8.5 7.5 8 7.5 5.9 7.5 4.5 8.5 3.5 9.7 3.5c2 0 2.3 3 2.3 5zM12 8.5c2 0 4.5-.5 4.5-2.6 0-1.4-1-2.4-2.2-2.4-2 0-2.3 3-2.3 5z"
export const glyphCamera: Glyph =
  "M4.5 7.5h3L9 5h6l1.5 2.5h3A1.5 1.5 0 0 1 21 9v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18V9a1.5 1.5 0 0 1 1.5-1.5zM15.5 13.25a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0z"
export const glyphImage: Glyph =
  "M5 4.5h14A1.5 1.5 0 0 1 20.5 6v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5zM3.5 16l4.75-4.5 4 4 2.75-2.5 5.5 5M16 8.75v.01"
export const glyphClock: Glyph = "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 6.75V12l3.5 2"
export const glyphRefresh: Glyph = "M20 5v5h-5M4 19v-5h5M19.5 10A8 8 0 0 0 5.7 7.2M4.5 14a8 8 0 0 0 13.8 2.8"
export const glyphOffline: Glyph =
  "M4 4l16 16M2.5 9.25a14 14 0 0 1 4.2-2.7M10.6 5.35A14 14 0 0 1 21.5 9.25M5.75 12.75a9.4 9.4 0 0 1 4-2.25M14.5 10.6a9.4 9.4 0 0 1 3.75 2.15M9 16.25a4.7 4.7 0 0 1 6 0M12 19.5v.01"
export const glyphReceipt: Glyph =
  "M6 3.5h12V21l-2.4-1.6L13.2 21 12 20.1 10.8 21l-2.4-1.6L6 21zM9.25 8h5.5M9.25 12h5.5"
export const glyphChart: Glyph = "M4 3.5V19a1.5 1.5 0 0 0 1.5 1.5H20.5M8.5 13v3.5M12.5 8.5v8M16.5 11v5.5"
export const glyphTrash: Glyph =
  "M4 6.5h16M9 6.5V4.75A1.25 1.25 0 0 1 10.25 3.5h3.5A1.25 1.25 0 0 1 15 4.75V6.5M6 6.5l.85 12.6a1.5 1.5 0 0 0 1.5 1.4h7.3a1.5 1.5 0 0 0 1.5-1.4L18 6.5M10 10.5v6M14 10.5v6"
export const glyphPlus: Glyph = "M12 5v14M5 12h14"
export const glyphQr: Glyph =
  "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM20 14v2.5M20 20h-3.5M14 20v-.5"
export const glyphLogout: Glyph =
  "M14 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h8M10 12h10.5M16.5 8l4 4-4 4"
export const glyphMessage: Glyph =
  "M4.5 4.5h15A1.5 1.5 0 0 1 21 6v10a1.5 1.5 0 0 1-1.5 1.5H12L7.5 21v-3.5h-3A1.5 1.5 0 0 1 3 16V6a1.5 1.5 0 0 1 1.5-1.5zM7.5 9.25h9M7.5 12.75h5.5"
export const glyphBell: Glyph = "M6 16.5V10.5a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 20.75h4"
export const glyphBuilding: Glyph =
  "M5 20.5V5A1.5 1.5 0 0 1 6.5 3.5h7A1.5 1.5 0 0 1 15 5v15.5M15 9.5h3A1.5 1.5 0 0 1 19.5 11v9.5M3.5 20.5h17M8.5 7.5h3M8.5 11.5h3M8.5 15.5h3"
export const glyphAward: Glyph =
  "M17.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM8.75 13.5L7.5 21l4.5-2.5 4.5 2.5-1.25-7.5"
export const glyphPeople: Glyph =
  "M12.5 8.25a3.25 3.25 0 1 1-6.5 0 3.25 3.25 0 0 1 6.5 0zM2.75 19.5c.3-3.5 2.9-5.25 6.5-5.25s6.2 1.75 6.5 5.25M15.5 5.25a3.25 3.25 0 0 1 0 6M18 14.9c1.9.8 3.05 2.35 3.25 4.6"
export const glyphDocument: Glyph =
  "M14 3.5H6.5A1.5 1.5 0 0 0 5 5v14a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19V8.5zM14 3.5v5h5M8.75 13h6.5M8.75 16.5h4.5"
export const glyphGauge: Glyph = "M4.2 18.5a9 9 0 1 1 15.6 0M12 14l4-4.5M12 14v.01"
export const glyphPlay: Glyph = "M7.5 4.5v15l12-7.5z"
export const glyphPause: Glyph = "M8.5 5v14M15.5 5v14"
export const glyphTop: Glyph = "M5 4h14M12 20.5V8M6.5 13.5L12 8l5.5 5.5"
export const glyphShare: Glyph =
  "M12 15V3.75M8 7.5l4-4 4 4M8 11H6.5A1.5 1.5 0 0 0 5 12.5V19a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-6.5a1.5 1.5 0 0 0-1.5-1.5H16"
