import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { EmptyState } from './EmptyState.tsx'
import { Notice } from './Notice.tsx'

type LoadFailedProps = { title: string; reason: string; retry: { label: string; run: () => void } }

/** In the place of what could not be loaded: that it could not, why, and the way to try again. */
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

/** Says how old what is shown is, and offers to ask again. The sentence is the caller's, with the time in it. */
export function AsOf({ sentence, retry }: { sentence: string; retry: { label: string; run: () => void } }) {
  return (
    <Notice tone="stale" role="status" action={retry}>
      {sentence}
    </Notice>
  )
}
