import { ApiError } from '../../api/client/ApiError.ts'
import { type ResourceField, upcomingFields } from '../../contract/permissions.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { harmlessName } from '../../ui/harmlessName.ts'
import type { ContentKind } from './content/useContentWords.ts'
import type { Failure } from './permissionWrites.ts'

/** Says why the service did not do something: in its own words, where it has some. */
export function useReason(kind: ContentKind, field: ResourceField): (failure: Failure) => string {
  const t = useT('access')
  const tErrors = useT('errors')
  const format = useFormat()
  return failure => {
    if (failure.kind === 'lost') return t('notKnown')
    const { error } = failure
    if (isNotOffered(error, field)) return t(`upcoming.${upcomingOf(kind)}`)
    const said = error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.said) : undefined
    const ownWords = error instanceof ApiError && ['invalid', 'conflict', 'forbidden'].includes(error.kind)
    return said && ownWords
      ? t('refused', { said: harmlessName(said) })
      : errorSentence(error, tErrors, format.time)
  }
}

/** Whether a service refused because it does not have access to this kind of content, as api.md announces of two. */
export const isNotOffered = (error: unknown, field: ResourceField): boolean =>
  error instanceof ApiError &&
  upcomingFields.includes(field) &&
  (error.status === 405 || error.status === 501 || error.kind === 'invalid') &&
  !('target_ids.user_id' in error.fields)

/** Which of the announced kinds of api.md a kind is of. */
export const upcomingOf = (kind: ContentKind): 'news' | 'file' => (kind === 'news' ? 'news' : 'file')
