import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bytesOf, elsewhere } from '../../../api/client/documentBytes.ts'
import type { Document } from '../../../contract/document.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'

type Saving = { state: 'rest' | 'loading' } | { state: 'failed'; error: unknown }

/** Fetches a file through the api and hands it to the browser's own download; one on another host is opened there. */
export function useSaveFile(file: Document) {
  const format = useFormat()
  const errors = useT('errors')
  const queryClient = useQueryClient()
  const [saving, setSaving] = useState<Saving>({ state: 'rest' })
  const save = async () => {
    if (saving.state === 'loading') return
    const place = elsewhere(file)
    if (place) return void window.open(place.href, '_blank', 'noopener,noreferrer')
    setSaving({ state: 'loading' })
    try {
      // Not kept: it is on the person's disk now.
      const options = { ...bytesOf(file), gcTime: 0 }
      saveBlob(await queryClient.fetchQuery(options), file.name)
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
