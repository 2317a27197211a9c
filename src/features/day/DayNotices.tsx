import { Box, Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadFailed, StaleDataNotice } from '../../ui/feedback/LoadFailed.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { NameChoice } from './TeacherName.tsx'
import type { MyDays } from './useMyDays.ts'

/** State of the request for the lessons, and the choice of the name if the timetable does not show whose they are. */
export function DayNotices({ timelines, isLoaded, name }: MyDays) {
  const t = useT('day')
  const tErrors = useT('errors')
  const format = useFormat()
  const { error, loadedAt, retry, areClassesUnlisted, waiting } = timelines
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
      {areClassesUnlisted && <AddClass title={t('unlistedTitle')} lead={t('unlistedLead')} />}
      {!isLoaded && !error && !areClassesUnlisted && <DaySkeleton />}
      <NameChoice name={name} />
    </>
  )
}

/** Shown to a user without known classes. */
export function AddClass({ title, lead }: { title: string; lead: string }) {
  const t = useT('day')
  return (
    <Box py="lg">
      <EmptyState
        icon={<IconUsers aria-hidden />}
        title={title}
        actions={
          <Button component={Link} to={paths.home()}>
            {t('unlistedAdd')}
          </Button>
        }
      >
        {lead}
      </EmptyState>
    </Box>
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
