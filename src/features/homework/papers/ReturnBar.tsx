import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import type { DraftState } from '../../../delivery/drafts/Drafts.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import styles from './Papers.module.css'
import type { useReturnPapers } from './useReturnPapers.ts'

type ReturnBarProps = {
  buttonRef: RefObject<HTMLButtonElement | null>
  status: ReactNode
  /** Number of parts that can be returned. */
  ready: number
  total: number
  /** Whether corrections are queued or being sent. */
  isSending: boolean
  draft: Pick<DraftState<unknown>, 'isPersistent' | 'saving' | 'saved'>
  returning: ReturnType<typeof useReturnPapers>
  /** Whether the scan is open and not being split, so that parts can be cut out. */
  canReturn: boolean
  onReturn: () => void
}

/** Below the list: either how many parts are ready or the progress, and the button that returns them. */
export function ReturnBar(props: ReturnBarProps) {
  const { buttonRef, status, ready, total, isSending, draft } = props
  const { returning, canReturn, onReturn } = props
  const t = useT('papers')
  const tCorrection = useT('correction')
  const format = useFormat()
  const { progress, problems, cancel } = returning
  const problem = problems.find(({ why }) => why === 'notStored' || why === 'cancelled')
  const getReason = () => {
    if (isSending) return t('state.sending')
    return ready === 0 ? t('footer.noneReady') : !canReturn && t('footer.notReady')
  }
  return (
    <footer className={styles.footer}>
      <div className={styles.footerState}>
        {progress && (
          <Stack gap="xs">
            <Group justify="space-between" wrap="nowrap">
              <Text role="status">
                {t('footer.preparing', { done: progress.done + 1, total: progress.total })}
              </Text>
              <Button onClick={cancel}>{t('footer.cancel')}</Button>
            </Group>
            <Progress aria-label={t('footer.returnAll')} value={(progress.done / progress.total) * 100} />
          </Stack>
        )}
        {!progress && status}
        {!progress && problem && (
          <Notice tone={problem.why === 'notStored' ? 'danger' : 'info'} role="alert">
            {t(problem.why === 'notStored' ? 'footer.notStored' : 'footer.cancelled')}
          </Notice>
        )}
        {!progress && !isSending && (
          <div>
            <Text size="sm">{t('footer.count', { ready, total })}</Text>
            {draft.isPersistent && !draft.saving && draft.saved && (
              <Text size="sm" c="dimmed">
                {tCorrection('saved', { time: format.time(draft.saved.savedAt) })}
              </Text>
            )}
          </div>
        )}
      </div>
      {/* Stays while parts are returned: the second click of a double click must not reach “Cancel”. */}
      <WhyDisabled reason={getReason()}>
        <Button
          ref={buttonRef}
          variant="filled"
          flex="none"
          leftSection={<IconSend aria-hidden />}
          aria-disabled={progress !== undefined || undefined}
          onClick={() => !progress && onReturn()}
        >
          {t('footer.returnAll')}
          {ready > 0 && ` (${ready})`}
        </Button>
      </WhyDisabled>
    </footer>
  )
}
