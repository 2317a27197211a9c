import { Box, Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadFailed, StaleDataNotice } from '../../ui/feedback/LoadFailed.tsx'
import type { MyDays } from './useMyDays.ts'

/** State of the request for the lessons. */
export function DayNotices({ isLoaded, error, loadedAt, retry }: MyDays) {
  const t = useT('day')
  const tErrors = useT('errors')
  const format = useFormat()
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
      {!isLoaded && error && (
        <LoadFailed
          title={t('failed')}
          reason={formatError(error, tErrors, format.time)}
          retry={{ label: tErrors('tryAgain'), run: retry }}
        />
      )}
      {!isLoaded && !error && <DaySkeleton />}
    </>
  )
}

/** Shown to a user without a class. */
export function NoClass() {
  const t = useT('day')
  return (
    <Box py="lg">
      <EmptyState
        icon={<IconUsers aria-hidden />}
        title={t('noClassTitle')}
        actions={
          <Button component={Link} to={paths.home()}>
            {t('addClass')}
          </Button>
        }
      >
        {t('noClassLead')}
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
