import { Box, Button, Group, Progress, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useLocale } from 'use-intl'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import { getRefusalText } from '../../../outbox/queue/requestErrors.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { useIsRecentlyFinished } from '../../../ui/feedback/finishedNotice.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { chatLane } from '../messageWrite.ts'
import { GrantedTarget, grantLanePrefix } from './grantWrite.ts'
import styles from './NewChat.module.css'

type AddingPeopleProps = { chatId: number }

/** Progress of adding the people and classes of a new chat, with a result for each. */
export function AddingPeople({ chatId }: AddingPeopleProps) {
  const t = useT('newChat')
  const { writes: queue } = useOutbox()
  const writes = useWrites(grantLanePrefix(chatId))
  const hasMessage = useWrites(chatLane(chatId)).some(
    ({ lane, state }) => lane === chatLane(chatId) && state === 'waiting',
  )
  const language = useLocale()
  const [isExpanded, setExpanded] = useState(false)
  const { run, storageError } = useStoredAction()
  const done = writes.filter(({ state }) => state === 'done')
  const blocked = writes.filter(isBlocked)
  const isDone = done.length === writes.length
  const doneAt = Math.max(0, ...done.map(write => write.doneAt ?? 0))
  const isRecent = useIsRecentlyFinished(isDone ? doneAt : undefined)
  if (writes.length === 0 || (isDone && !isRecent)) return null

  const isPending = done.length + blocked.length < writes.length
  const sizes = { done: sumSizes(done), count: sumSizes(writes) }
  const counts = { done: String(sizes.done), count: String(sizes.count) }
  const byName = compareByFamilyName(language)
  const people = writes.map(write => ({ write, name: getName(write) })).sort(byName)
  const shown = isExpanded ? people : people.filter(({ write }) => isBlocked(write))
  const describeDone = () =>
    done.some(write => getSize(write) === null)
      ? t('adding.doneAll')
      : t('adding.done', { count: sizes.done })
  const retryAll = async () => {
    for (const { id } of blocked) await queue.retry(id)
  }
  return (
    <Box className={styles.adding}>
      <Notice tone={isPending ? 'stale' : isDone ? 'ok' : 'warn'} role="status">
        {!isPending && <p>{isDone ? describeDone() : t('adding.doneSome', counts)}</p>}
        {isPending && <p>{t('adding.progress', counts)}</p>}
        {isPending && hasMessage && <p>{t('adding.thenMessage')}</p>}
        {isPending && (
          <Progress
            mt="xs"
            value={Math.round((done.length / writes.length) * 100)}
            aria-label={t('adding.results')}
          />
        )}
        {shown.length > 0 && (
          <ul className={styles.results} aria-label={t('adding.results')}>
            {shown.map(({ write, name }) => (
              <PersonResult key={write.id} write={write} name={name} />
            ))}
          </ul>
        )}
        <Group gap="md">
          <UnstyledButton
            variant="link"
            mih="var(--control-sm)"
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            {t(isExpanded ? 'adding.hideAll' : 'adding.showAll')}
          </UnstyledButton>
          {blocked.length > 1 && (
            <UnstyledButton variant="link" mih="var(--control-sm)" onClick={() => run(retryAll)}>
              {t('adding.retryAll')}
            </UnstyledButton>
          )}
        </Group>
        {storageError}
      </Notice>
    </Box>
  )
}

const isBlocked = ({ state }: Write): boolean => state === 'failed' || state === 'uncertain'

const getName = ({ base, lane }: Write): string => {
  const { data } = GrantedTarget.safeParse(base)
  return sanitizeName(data?.name ?? lane.split('/').at(-1) ?? '')
}

/** A class of unknown size counts as one. */
const sumSizes = (writes: readonly Write[]): number =>
  writes.reduce((sum, write) => sum + (getSize(write) ?? 1), 0)

const getSize = ({ base }: Write): number | null => {
  const { data } = GrantedTarget.safeParse(base)
  return data ? data.size : 1
}

function PersonResult({ write, name }: { write: Write; name: string }) {
  const t = useT('newChat')
  const tErrors = useT('errors')
  const format = useFormat()
  const { writes } = useOutbox()
  const { id, state, error } = write
  const { run, storageError } = useStoredAction()
  const describeState = () => {
    if (state === 'failed' && error) {
      const refusal = getRefusalText(error)
      return refusal === undefined
        ? formatError(error, tErrors, format.time)
        : t('refused', { said: sanitizeName(refusal) })
    }
    return t(
      `adding.state.${state === 'done' || state === 'sending' || state === 'uncertain' ? state : 'waiting'}`,
    )
  }
  return (
    <li>
      <bdi translate="no">{name}</bdi>: {describeState()}
      {isBlocked(write) && (
        <Group component="span" gap="xs" display="inline-flex" ml="sm">
          <Button
            size="sm"
            aria-label={t('adding.retrySaid', { name })}
            onClick={() => run(() => writes.retry(id))}
          >
            {t('adding.retry')}
          </Button>
          <Button
            size="sm"
            variant="subtle"
            aria-label={t('adding.discardSaid', { name })}
            onClick={() => run(() => writes.cancel(id))}
          >
            {t('adding.discard')}
          </Button>
        </Group>
      )}
      {storageError}
    </li>
  )
}
