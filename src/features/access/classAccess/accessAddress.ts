export type AccessAddress = {
  view: 'people' | 'items'
  /** `Person.key` or `AccessItem.key`. */
  chosen: string | undefined
  searchText: string
  onlyAdmin: boolean
  itemSearch: string
}

export function readAddress(query: URLSearchParams): AccessAddress {
  const view = query.get('view') === 'items' ? 'items' : 'people'
  return {
    view,
    chosen: query.get(view === 'people' ? 'person' : 'item') ?? undefined,
    searchText: query.get('find') ?? '',
    onlyAdmin: query.get('only') === 'admin',
    itemSearch: query.get('within') ?? '',
  }
}

/** Keeps other parameters, e.g. of the access drawer. */
export function withAddress(query: URLSearchParams, address: AccessAddress): URLSearchParams {
  const next = new URLSearchParams(query)
  const setParam = (name: string, value: string | undefined) =>
    value === undefined || value.trim() === '' ? next.delete(name) : next.set(name, value)
  const { view, chosen, searchText, onlyAdmin, itemSearch } = address
  setParam('view', view === 'items' ? view : undefined)
  setParam('person', view === 'people' ? chosen : undefined)
  setParam('item', view === 'items' ? chosen : undefined)
  setParam('find', searchText)
  setParam('only', onlyAdmin ? 'admin' : undefined)
  setParam('within', itemSearch)
  return next
}
