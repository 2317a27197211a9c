/** A path of this very app, and not `//host`, which a browser takes for another origin. */
export const isAppPath = (address: string) => /^\/(?![/\\])/.test(address)

/** The path of an address on this origin, `undefined` for anywhere else. */
export function pathOnOrigin(address: string, origin: string): string | undefined {
  if (!URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  return url.origin === origin ? url.pathname + url.search : undefined
}
