import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '../../../api/query.ts'
import { messages } from '../../../contract/messages.ts'
import { createMessageSearch } from './messageSearch.ts'

/** What was found for a phrase, the newest first; `found` is missing while it is looked for. */
export type Found = { phrase: string; found: readonly number[] | undefined }

/** Finds a phrase in the messages that are loaded, anew when others arrive. */
export function useMessageSearch(chatId: number, phrase: string): Found {
  const rows = useQuery(query(messages.list, { chat_id: chatId })).data?.rows
  const [search] = useState(() => createMessageSearch())
  const [last, setLast] = useState<Found>({ phrase: '', found: [] })
  useEffect(() => {
    if (!rows) return
    const over = new AbortController()
    void search.find(rows, phrase, over.signal).then(found => found && setLast({ phrase, found }))
    return () => over.abort()
  }, [search, rows, phrase])
  return last.phrase === phrase ? last : { phrase, found: phrase.trim() === '' ? [] : undefined }
}
