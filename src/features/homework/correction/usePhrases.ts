import { useQueryClient } from '@tanstack/react-query'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { useDrafts } from '../../../outbox/useDrafts.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { phraseMemory, phrasesIn } from './phraseMemory.ts'
import { merge, type Phrase, rank } from './phrases.ts'

/** This person's sentences, the most used first: remembered ones, and those of every list of corrections that is loaded. */
export function usePhrases(): readonly Phrase[] {
  const client = useQueryClient()
  const { id } = usePerson()
  const schoolTime = useSchoolTime()
  const memory = useDrafts(phraseMemory)
  const { resource, path } = submissions.list
  const loaded = client
    .getQueriesData<{ rows: SubmissionEntry[] }>({ queryKey: [resource, path] })
    .flatMap(([, list]) => list?.rows ?? [])
  const remembered = memory?.[0]?.draft.value.phrases ?? []
  return rank(merge(remembered, phrasesIn(loaded, id, schoolTime)), schoolTime.clock())
}
