import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { RecorderNotice } from '../../../ui/recording/useRecorder.ts'
import styles from './Correction.module.css'
import { maxRecordingMs, type VoiceRecorder } from './useVoiceRecorder.ts'

/** In ms. An earlier click is the second one of a double click. */
const minRecordingMs = 500

/** Button that records spoken feedback. The recording becomes a file of the correction. */
export function VoiceFeedback({ recorder }: { recorder: VoiceRecorder }) {
  const t = useT('correction')
  const { state, start, stop } = recorder
  const isRecording = state.kind === 'recording'
  const handleClick = () => {
    if (state.kind !== 'recording') start()
    else if (Date.now() - state.startedAt >= minRecordingMs) stop()
  }
  return (
    <>
      <Group gap="sm">
        {/* One button, so that it keeps the focus. */}
        <Button
          size="sm"
          aria-disabled={state.kind === 'starting' || undefined}
          leftSection={isRecording ? <IconPlayerStopFilled aria-hidden /> : <IconMicrophone aria-hidden />}
          onClick={handleClick}
        >
          {t(isRecording ? 'voice.stop' : 'voice.record')}
        </Button>
        <span role="status">
          {state.kind === 'starting' && (
            <Text span size="sm" c="dimmed">
              {t('voice.starting')}
            </Text>
          )}
          {isRecording && <VisuallyHidden>{t('voice.recording')}</VisuallyHidden>}
        </span>
        {isRecording && <RecordingTime startedAt={state.startedAt} />}
      </Group>
      {isRecording && state.isMuted && (
        <Notice tone="warn" role="alert">
          {t('voice.muted')}
        </Notice>
      )}
      {state.kind === 'idle' && state.notice && (
        <Notice tone={isKept(state.notice) ? 'info' : 'warn'} role="alert">
          {t(`voice.${state.notice}`, { minutes: maxRecordingMs / 60_000 })}
        </Notice>
      )}
    </>
  )
}

/** Whether the recording ended early, but exists. */
const isKept = (notice: RecorderNotice) => notice === 'limit' || notice === 'microphoneLost'

/** Not announced, because it changes every second. */
function RecordingTime({ startedAt }: { startedAt: number }) {
  const t = useT('correction')
  const [now, setNow] = useState(startedAt)
  useInterval(() => setNow(Date.now()), 250, { autoInvoke: true })
  const elapsed = Math.min(Math.max(0, now - startedAt), maxRecordingMs)
  return (
    <Text className={styles.recordingTime} role="timer" span size="sm">
      {t('voice.time', { elapsed: formatTime(elapsed), remaining: formatTime(maxRecordingMs - elapsed) })}
    </Text>
  )
}

/** Returns e.g. `4:05`. */
function formatTime(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
