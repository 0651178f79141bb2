/** What both scripts of the page have to know of the device and of the address before any code has come. */

/** What the app keeps on the device under a name; null where there is nothing, and where nothing can be kept. */
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
