/** What both scripts need to know of the device and the URL before any code has loaded. */

/** Reads a stored value; null if there is none or storage is blocked. */
export const read = (name: string): string | null => {
  try {
    return localStorage.getItem(`app_${name}`)
  } catch {
    return null
  }
}

export const isLoginPath = (): boolean =>
  location.pathname === "/" || location.pathname === "/pages/login/login"

export const isMember = (): boolean => read("token") !== null
