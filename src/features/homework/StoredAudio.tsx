import { useEffect, useState } from 'react'
import { useDelivery } from '../../delivery/DeliveryContext.ts'
import type { StoredFile } from '../../delivery/storage/fileStore.ts'
import { getFileKind } from '../../lib/fileKinds.ts'
import { AudioPlayer } from '../../ui/recording/AudioPlayer.tsx'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { useObjectUrl } from '../../ui/useObjectUrl.ts'
import styles from './FileList.module.css'

/** Player for a sound in a draft. Null for other files. */
export function StoredAudio({ file }: { file: StoredFile }) {
  const url = useObjectUrl(useStoredFile(file, getFileKind(file) === 'audio'))
  if (!url) return null
  return (
    <div className={styles.player}>
      <AudioPlayer src={url} label={sanitizeName(file.name)} />
    </div>
  )
}

/** Undefined until the file was read. */
function useStoredFile({ id }: StoredFile, isNeeded: boolean): File | undefined {
  const { drafts } = useDelivery()
  const [stored, setStored] = useState<File>()
  useEffect(() => {
    if (!isNeeded) return
    let isUnmounted = false
    drafts.file(id).then(
      found => !isUnmounted && setStored(found),
      // A file that can't be read has no player.
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [drafts, id, isNeeded])
  return stored
}
