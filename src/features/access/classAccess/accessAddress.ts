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
  const put = (name: string, value: string | undefined) =>
    value === undefined || value.trim() === '' ? next.delete(name) : next.set(name, value)
  const { view, chosen, searchText, onlyAdmin, itemSearch } = address
  put('view', view === 'items' ? view : undefined)
  put('person', view === 'people' ? chosen : undefined)
  put('item', view === 'items' ? chosen : undefined)
  put('find', searchText)
  put('only', onlyAdmin ? 'admin' : undefined)
  put('within', itemSearch)
  return next
}
