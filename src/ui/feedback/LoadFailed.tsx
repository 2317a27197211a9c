import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { EmptyState } from './EmptyState.tsx'
import { Notice } from './Notice.tsx'

type LoadFailedProps = { title: string; reason: string; retry: { label: string; run: () => void } }

export function LoadFailed({ title, reason, retry }: LoadFailedProps) {
  return (
    <EmptyState
      tone="danger"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
      actions={
        <Button onClick={retry.run} leftSection={<IconRefresh aria-hidden />}>
          {retry.label}
        </Button>
      }
    >
      {reason}
    </EmptyState>
  )
}

/** The sentence contains the age of the data. */
export function StaleDataNotice({
  sentence,
  retry,
}: {
  sentence: string
  retry: { label: string; run: () => void }
}) {
  return (
    <Notice tone="stale" role="status" action={retry}>
      {sentence}
    </Notice>
  )
}
