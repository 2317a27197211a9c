/** The path the app is served below, without a slash at its end: '' at the root of a host, `/staffroom` below it. */
export const appBase: string = import.meta.env.BASE_URL.replace(/\/$/, '')

/** A path of the browser as the app's own addresses have it (paths.ts); what is not below `base` stays as it is. */
export function belowBase(path: string, base: string = appBase): string {
  const isBelow = path.startsWith(base) && /^(?:[/?#]|$)/.test(path.slice(base.length))
  if (base === '' || !isBelow) return path
  const rest = path.slice(base.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
