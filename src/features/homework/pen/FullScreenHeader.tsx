import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useT } from '../../../i18n/useT.ts'
import styles from './Pen.module.css'

type FullScreenHeaderProps = {
  pupilName: string
  homework: string
  /** Such as "1 of 9". */
  place: string
  onClose: () => void
  onShowFeedback: () => void
}

/** Replaces the bars of the app while a page is marked on a phone. */
export function FullScreenHeader({
  pupilName,
  homework,
  place,
  onClose,
  onShowFeedback,
}: FullScreenHeaderProps) {
  const t = useT('pen')
  return (
    <div className={styles.header}>
      <div className={styles.heading}>
        <UnstyledButton className={styles.back} onClick={onClose}>
          <IconChevronLeft aria-hidden />
          <VisuallyHidden>{t('back')}</VisuallyHidden>{' '}
          <span className={styles.place}>
            {homework} · {place}
          </span>
        </UnstyledButton>
        <h1 className={styles.name}>
          <bdi translate="no">{pupilName}</bdi>
        </h1>
      </div>
      <Button rightSection={<IconChevronRight aria-hidden />} onClick={onShowFeedback}>
        {t('feedback')}
      </Button>
    </div>
  )
}
