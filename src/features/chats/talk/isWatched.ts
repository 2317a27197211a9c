/** Whether somebody is in front of the page: what is drawn in a tab behind others, or beside the work, was not read. */
export const isWatched = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** Calls when somebody comes back to the page. */
export function onWatched(listener: () => void): () => void {
  window.addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    window.removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}
