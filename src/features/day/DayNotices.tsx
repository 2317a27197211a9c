import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { LoadFailed, StaleDataNotice } from '../../ui/feedback/LoadFailed.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { MyDays } from './useMyDays.ts'

/** State of the request for the lessons, and the choice of the name if the timetable does not show whose they are. */
export function DayNotices({ timelines, isLoaded, waiting, names, chooseName }: MyDays) {
  const t = useT('day')
  const tErrors = useT('errors')
  const format = useFormat()
  const { error, loadedAt, retry } = timelines
  return (
    <>
      {isLoaded && error && loadedAt !== undefined && (
        <StaleDataNotice
          sentence={t('stale', {
            time: format.time(loadedAt),
            reason: formatError(error, tErrors, format.time),
          })}
          retry={{ label: tErrors('tryAgain'), run: retry }}
        />
      )}
      {waiting > 0 && <Notice>{t('waiting', { count: waiting })}</Notice>}
      {!isLoaded && error && (
        <LoadFailed
          title={t('failed')}
          reason={formatError(error, tErrors, format.time)}
          retry={{ label: tErrors('tryAgain'), run: retry }}
        />
      )}
      {!isLoaded && !error && <DaySkeleton />}
      {names.length > 0 && <NameChoice names={names} onChoose={chooseName} />}
    </>
  )
}

function NameChoice({ names, onChoose }: { names: readonly string[]; onChoose: (name: string) => void }) {
  const t = useT('day')
  return (
    <Stack gap="sm" py="lg">
      <Text component="h2" fw={600}>
        {t('who.title')}
      </Text>
      <Text c="dimmed">{t('who.lead')}</Text>
      <Group component="ul" gap="sm" aria-label={t('who.title')}>
        {names.map(name => (
          <li key={name}>
            <Button variant="default" onClick={() => onChoose(name)}>
              {name}
            </Button>
          </li>
        ))}
      </Group>
    </Stack>
  )
}

function DaySkeleton() {
  const t = useT('day')
  return (
    <Stack gap="md" py="lg">
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {['a', 'b', 'c', 'd', 'e'].map(row => (
        <Skeleton key={row} height="3.75rem" />
      ))}
    </Stack>
  )
}
