/** The browser's lasting storage, `undefined` where it is blocked: even naming it throws there. */
export function browserStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
