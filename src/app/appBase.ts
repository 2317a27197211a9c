/** Base path of the app without a slash at the end: '' at the root of a host, otherwise e.g. `/staffroom`. */
export const appBase: string = import.meta.env.BASE_URL.replace(/\/$/, '')

/**
 * Removes the base path from a path of the browser, for comparison with paths.ts. A path outside of `base` is returned
 * unchanged.
 */
export function stripBase(path: string, base: string = appBase): string {
  const isBelow = path.startsWith(base) && /^(?:[/?#]|$)/.test(path.slice(base.length))
  if (base === '' || !isBelow) return path
  const rest = path.slice(base.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
