/** Base path without a slash at the end: '' or e.g. `/staffroom`. */
export const appBase: string = import.meta.env.BASE_URL.replace(/\/$/, '')

/** Removes the base path. Returns a path outside of `base` unchanged. */
export function stripBase(path: string, base: string = appBase): string {
  const isBelow = path.startsWith(base) && /^(?:[/?#]|$)/.test(path.slice(base.length))
  if (base === '' || !isBelow) return path
  const rest = path.slice(base.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
