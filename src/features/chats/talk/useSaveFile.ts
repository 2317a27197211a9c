import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'

type Saving = { state: 'rest' | 'loading' } | { state: 'failed'; error: unknown }

/** Fetches a file through the api, never by its address, and hands it to the browser's own download. */
export function useSaveFile({ id, name }: Pick<Document, 'id' | 'name'>) {
  const format = useFormat()
  const errors = useT('errors')
  const queryClient = useQueryClient()
  const [saving, setSaving] = useState<Saving>({ state: 'rest' })
  const save = async () => {
    if (saving.state === 'loading') return
    setSaving({ state: 'loading' })
    try {
      // Not kept: it is on the person's disk now.
      const options = { ...query(documents.content, { document_id: id }), gcTime: 0 }
      saveBlob(await queryClient.fetchQuery(options), name)
      setSaving({ state: 'rest' })
    } catch (error) {
      setSaving({ state: 'failed', error })
    }
  }
  return {
    save: () => void save(),
    isLoading: saving.state === 'loading',
    problem: saving.state === 'failed' ? errorSentence(saving.error, errors, format.time) : undefined,
  }
}
