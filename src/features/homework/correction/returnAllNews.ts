/** What became of the last "Return all drafts" that no write tells: it could not be stored, or was taken back, all or some. */
export type ReturnAllNews = 'notStored' | 'cancelled' | 'cancelledSome' | undefined

const news = new Map<number, ReturnAllNews>()
const listeners = new Set<() => void>()

export const returnAllNews = (homeworkId: number): ReturnAllNews => news.get(homeworkId)

export function tellReturnAll(homeworkId: number, what: ReturnAllNews): void {
  news.set(homeworkId, what)
  for (const listener of listeners) listener()
}

export function onReturnAllNews(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
