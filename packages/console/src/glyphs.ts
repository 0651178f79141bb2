/** Icons: the `d` of a path in a drawing of 24 by 24, drawn as a line. */
export const glyphBack = "M15 5l-7 7 7 7"
export const glyphChevron = "M9.5 5.5L16 12l-6.5 6.5"
export const glyphUp = "M6 15l6-6 6 6"
export const glyphDown = "M5.5 9.5L12 16l6.5-6.5"
export const glyphClose = "M6 6l12 12M18 6L6 18"
export const glyphAlert =
  "M12 9.5v4M12 16.75v.01M10.4 4.6L2.9 17.4A1.85 1.85 0 0 0 4.5 20.2h15a1.85 1.85 0 0 0 1.6-2.8L13.6 4.6a1.85 1.85 0 0 0-3.2 0z"
export const glyphClock = "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 6.75V12l3.5 2"
export const glyphPlay = "M7.5 4.5v15l12-7.5z"
export const glyphPause = "M8.5 5v14M15.5 5v14"
export const glyphTop = "M5 4h14M12 20.5V8M6.5 13.5L12 8l5.5 5.5"
export const glyphPlus = "M12 5v14M5 12h14"
export const glyphMinus = "M5 12h14"
export const glyphFit = "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"
export const glyphSide = "M4.5 5h15v14h-15zM14 5v14"
export const glyphBottom = "M4.5 5h15v14h-15zM4.5 13.5h15"
export const glyphWindow =
  "M13.5 4.5h6v6M19.5 4.5L11 13M17.5 13.5V18a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V8A1.5 1.5 0 0 1 6 6.5h4.5"
