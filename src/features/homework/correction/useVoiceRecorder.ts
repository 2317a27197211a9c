import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { nameRecording } from '../../../ui/recording/startRecording.ts'
import { useRecorder } from '../../../ui/recording/useRecorder.ts'

/** Maximum length of a recording. */
export const maxRecordingMs = 5 * 60_000

export type VoiceRecorder = ReturnType<typeof useVoiceRecorder>

/**
 * Records spoken feedback. `addLater` receives the file of a recording when it begins. `takenNames`: files that the
 * pupil already gets with this correction.
 */
export function useVoiceRecorder(
  addLater: (file: Promise<File | undefined>) => void,
  getTakenNames: () => readonly string[],
) {
  'use memo'
  const t = useT('correction')
  const format = useFormat()
  return useRecorder(maxRecordingMs, sound => {
    const startedAt = Date.now()
    // With the time, so that recordings of two teachers have different names. File names can't contain colons.
    const stem = t('voice.fileName', {
      date: format.date(startedAt),
      time: format.timeWithSeconds(startedAt).replaceAll(':', '.'),
    })
    const toFile = (blob: Blob | undefined) =>
      blob && new File([blob], nameRecording(blob, stem, getTakenNames()), { type: blob.type })
    addLater(sound.then(toFile))
  })
}
