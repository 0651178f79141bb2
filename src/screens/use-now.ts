import { useEffect, useState } from "react"

/** The app's own clock, read anew every `everyMs` while the page is shown. For ages and remaining times, never for decisions. */
export const useNow = (everyMs = 1_000): number => {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const read = () => setNowMs(Date.now())
    read()
    const timer = setInterval(read, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}
