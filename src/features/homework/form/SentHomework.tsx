import { Button, Group } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Entry } from '../../../delivery/entries/Entry.ts'
import { useT } from '../../../i18n/useT.ts'
import { PendingWrites } from '../../unsent/PendingWrites.tsx'
import styles from './HomeworkForm.module.css'

type SentHomeworkProps = {
  group: string
  renderConflict?: (entry: Entry) => ReactNode
  /** The text is in the form again. */
  onEdited: (entry: Entry) => void
  onClose: () => void
}

/** Shown in place of the form until the homework has arrived. */
export function SentHomework({ group, renderConflict, onEdited, onClose }: SentHomeworkProps) {
  const t = useT('homework')
  const lead = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that had the focus no longer exists.
    lead.current?.focus()
  }, [])
  return (
    <div className={styles.form}>
      <div className={styles.body}>
        <p ref={lead} tabIndex={-1} role="status" className={styles.lead}>
          {t('form.sent')}
        </p>
        <PendingWrites
          lane="homework/"
          group={group}
          onEdited={onEdited}
          {...(renderConflict && { renderConflict })}
        />
      </div>
      <footer className={styles.foot}>
        <Group gap="sm">
          <Button onClick={onClose}>{t('form.close')}</Button>
        </Group>
      </footer>
    </div>
  )
}
