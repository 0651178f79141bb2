/** The names of the browser and the system of a log-in or a session. */
import { useIntl } from "react-intl"
import type { Login, LoginBrowser, LoginSystem } from "../../domain/login.ts"

/** Names of products, the same in every language. */
const BROWSERS: Readonly<Record<LoginBrowser, string | null>> = {
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
  opera: "Opera",
  safari: "Safari",
  samsung: "Samsung Internet",
  wechat: "WeChat",
  other: null,
}
const SYSTEMS: Readonly<Record<LoginSystem, string | null>> = {
  android: "Android",
  chromeos: "ChromeOS",
  ios: "iOS",
  linux: "Linux",
  macos: "macOS",
  windows: "Windows",
  other: null,
}

/** Names browser and system, as far as they are known. */
export const useDeviceName = (): ((device: Pick<Login, "browser" | "system">) => string) => {
  const intl = useIntl()
  return ({ browser, system }) => {
    const [browserName, systemName] = [BROWSERS[browser], SYSTEMS[system]]
    if (browserName === null || systemName === null)
      return browserName ?? systemName ?? intl.formatMessage({ id: "logins.device.unknown" })
    return intl.formatMessage({ id: "logins.device" }, { browser: browserName, system: systemName })
  }
}
