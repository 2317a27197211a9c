import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { query } from '../../../api/cache/query.ts'
import { calendars } from '../../../contract/calendar.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { CalendarAddresses } from './CalendarAddresses.tsx'
import { IsDemoContext } from './SubscriptionContext.ts'

type SubscribeDialogProps = { courseId: number; className: string; close: () => void }

/** Creates, replaces and revokes the addresses by which calendar apps fetch the timetable. */
export function SubscribeDialog({ courseId, className, close }: SubscribeDialogProps) {
  const t = useT('calendar')
  const isDemo = use(IsDemoContext)
  return (
    <Dialog title={t('title')} size="tall" close={{ label: t('close'), run: close }}>
      {isDemo ? (
        <Stack gap="md">
          <Text>{t('lead')}</Text>
          <Notice>{t('demo')}</Notice>
        </Stack>
      ) : (
        <LoadedAddresses courseId={courseId} className={className} />
      )}
    </Dialog>
  )
}

function LoadedAddresses(props: Omit<SubscribeDialogProps, 'close'>) {
  const errors = useT('errors')
  const formatReason = useFormatError()
  const { data, error, refetch } = useQuery(query(calendars.list, {}))
  if (data) return <CalendarAddresses {...props} existing={data.rows} />
  if (error) {
    return (
      <Stack gap="md" align="start">
        <Notice tone="danger" role="alert">
          {formatReason(error)}
        </Notice>
        <Button onClick={() => void refetch()}>{errors('tryAgain')}</Button>
      </Stack>
    )
  }
  return (
    <Stack gap="md" aria-busy>
      <Skeleton height="3rem" />
      <Skeleton height="6rem" />
      <Skeleton height="4rem" />
      <Skeleton height="2.25rem" width="10rem" />
    </Stack>
  )
}
