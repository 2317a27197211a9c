import { type ThingKind, thingKinds } from './thing.ts'

/** What the address says of the matrix. `older`: homework that was due long ago is shown too. */
export type MatrixAddress = {
  find: string
  kind: ThingKind | undefined
  onlyOneAdmin: boolean
  older: boolean
}

/** Reads the query of the address. What is no kind counts as not given. */
export const readAddress = (query: URLSearchParams): MatrixAddress => ({
  find: query.get('find') ?? '',
  kind: thingKinds.find(kind => kind === query.get('kind')),
  onlyOneAdmin: query.get('admins') === 'one',
  older: query.get('older') === 'shown',
})

/** The same address with this instead; what else it says stays. */
export function withAddress(
  query: URLSearchParams,
  { find, kind, onlyOneAdmin, older }: MatrixAddress,
): URLSearchParams {
  const next = new URLSearchParams(query)
  const put = (name: string, value: string | undefined) =>
    value === undefined ? next.delete(name) : next.set(name, value)
  put('find', find.trim() === '' ? undefined : find)
  put('kind', kind)
  put('admins', onlyOneAdmin ? 'one' : undefined)
  put('older', older ? 'shown' : undefined)
  return next
}
