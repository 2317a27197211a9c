import { Button, Kbd } from '@mantine/core'
import { IconAlignLeft, IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'
import { useT } from '../../../i18n/useT.ts'
import styles from './Composer.module.css'

type PenButtonsProps = {
  /** Why no files can be sent. */
  noFiles: 'notAllowed' | 'unsupported' | undefined
  add: (files: readonly File[]) => void
  /** Says why. */
  refuse: () => void
  makePoll: () => void
}

/** What goes with a message, and off it goes. */
export function EditorButtons({ noFiles, add, refuse, makePoll }: PenButtonsProps) {
  const t = useT('composer')
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.buttons}>
      <Button
        variant="subtle"
        size="sm"
        className={styles.extra}
        aria-label={t('file')}
        aria-disabled={noFiles ? true : undefined}
        title={noFiles && t(`files.${noFiles}`)}
        onClick={() => (noFiles ? refuse() : input.current?.click())}
        leftSection={<IconPaperclip aria-hidden />}
      >
        <span>{t('file')}</span>
      </Button>
      <Button
        variant="subtle"
        size="sm"
        className={styles.extra}
        aria-label={t('poll')}
        aria-haspopup="dialog"
        onClick={makePoll}
        leftSection={<IconAlignLeft aria-hidden className={styles.bars} />}
      >
        <span>{t('poll')}</span>
      </Button>
      <span className={styles.hint}>{t.rich('newLine', { key: chunks => <>{chunks}</> })}</span>
      <Button type="submit" variant="filled" size="sm" className={styles.send}>
        {t('send')}
        <Kbd aria-hidden>⏎</Kbd>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('files.choose')}
        onChange={event => {
          add([...(event.currentTarget.files ?? [])])
          // The same file can be chosen again after it was taken out.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
