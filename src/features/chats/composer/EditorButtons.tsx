import { Button, Kbd } from '@mantine/core'
import { IconAlignLeft, IconPaperclip } from '@tabler/icons-react'
import { useT } from '../../../i18n/useT.ts'
import { PickFiles } from '../../../ui/inputs/PickFiles.tsx'
import styles from './Composer.module.css'

type EditorButtonsProps = {
  /** Why no files can be sent. */
  noFiles: 'notAllowed' | 'unsupported' | undefined
  add: (files: readonly File[]) => void
  /** Says why. */
  refuse: () => void
  makePoll: () => void
}

/** What goes with a message, and off it goes. */
export function EditorButtons({ noFiles, add, refuse, makePoll }: EditorButtonsProps) {
  const t = useT('composer')
  return (
    <div className={styles.buttons}>
      <PickFiles label={t('files.choose')} onFiles={add}>
        {choose => (
          <Button
            variant="subtle"
            size="sm"
            className={styles.extra}
            aria-label={t('file')}
            aria-disabled={noFiles ? true : undefined}
            title={noFiles && t(`files.${noFiles}`)}
            onClick={noFiles ? refuse : choose}
            leftSection={<IconPaperclip aria-hidden />}
          >
            <span>{t('file')}</span>
          </Button>
        )}
      </PickFiles>
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
    </div>
  )
}
