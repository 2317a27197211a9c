import { useEffect, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/Writes.ts'
import { FileName } from '../../../ui/FileName.tsx'
import fields from './CorrectionFields.module.css'
import styles from './CorrectionText.module.css'
import { keptFileOf } from './storedCorrection.ts'

const words = {
  waiting: 'files.waiting',
  sending: 'files.sending',
  done: 'files.sent',
  failed: 'files.failed',
  uncertain: 'files.failed',
  conflict: 'files.failed',
} as const

/** The files of a correction that is on its way, each with how far it is. */
export function FilesOnTheWay({ writes }: { writes: readonly Write[] }) {
  const t = useT('correction')
  const { drafts } = useOutbox()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const ids = writes.map(write => keptFileOf(write) ?? '').join(' ')
  useEffect(() => {
    let left = false
    for (const id of ids.split(' ')) {
      void drafts.file(id).then(file => {
        if (file && !left) setNames(known => new Map(known).set(id, file.name))
      })
    }
    return () => {
      left = true
    }
  }, [drafts, ids])
  return (
    <section className={styles.facts}>
      <h3 className={styles.label}>{t('files.title')}</h3>
      <ul className={fields.files}>
        {writes.map(write => (
          <li key={write.id}>
            <FileName name={names.get(keptFileOf(write) ?? '') ?? '…'} />
            <span className={fields.size}>{t(words[write.state])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
