/** The id of a class's topmost folder (api.md § File / folder). No other content has the id 0. */
export const topFolderId = 0

/** Smallest value an id of this name may have in a path. */
export const smallestParam = (name: string): number => (name === 'file_id' ? topFolderId : 1)

/** Reads an id of a path, `undefined` for what is none: `+7`, `7.0`, `07`, `1e3`, beyond 2^53, or 0 where none is 0. */
export function readParam(name: string, text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) && id >= smallestParam(name) ? id : undefined
}
