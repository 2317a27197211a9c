import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { Document } from '../../../contract/documents.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import styles from './MessageFiles.module.css'
import { useTalk } from './TalkContext.ts'
import { usePicture } from './usePicture.ts'

/** A picture, small, in a box of one size whatever comes: nothing moves when it arrives. Opens large. */
export function PictureTile({ file }: { file: Document }) {
  const { t, show } = useTalk()
  const source = usePicture(file)
  const [broken, setBroken] = useState<string>()
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={t('open', { name: harmlessName(file.name) })}
      onClick={() => show(file.id)}
    >
      {source && source !== broken ? (
        <img src={source} alt="" draggable={false} onError={() => setBroken(source)} />
      ) : (
        <span className={styles.unshown} aria-hidden>
          <IconPhoto />
          <FileName name={file.name} />
        </span>
      )}
    </button>
  )
}
