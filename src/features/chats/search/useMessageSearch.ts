import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '../../../api/query.ts'
import { messages } from '../../../contract/messages.ts'
import { createMessageSearch } from './messageSearch.ts'

/**
 * Ids of the messages in which a phrase stands, the newest first, anew when others arrive; `undefined` while they are looked
 * for.
 */
export function useMessageSearch(chatId: number, phrase: string): readonly number[] | undefined {
  const rows = useQuery(query(messages.list, { chat_id: chatId })).data?.rows
  const [search] = useState(() => createMessageSearch())
  const [last, setLast] = useState<{ phrase: string; found: readonly number[] }>({ phrase: '', found: [] })
  useEffect(() => {
    if (!rows) return
    const over = new AbortController()
    void search.find(rows, phrase, over.signal).then(found => found && setLast({ phrase, found }))
    return () => over.abort()
  }, [search, rows, phrase])
  if (last.phrase === phrase) return last.found
  return phrase.trim() === '' ? [] : undefined
}
