import { Button } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx'
import type { Part } from './papersDraft.ts'
import { joinAssignments } from './splitPages.ts'

type MergeButtonProps = {
  part: Part
  /** From 1. */
  number: number
  previous: Part
  getPupilName: (pupilId: number) => string
  onMerge: () => void
}

/** Joins a part with the one before it. Asks first if this removes a pupil or points. */
export function MergeButton({ part, number, previous, getPupilName, onMerge }: MergeButtonProps) {
  const t = useT('papers')
  const [isConfirming, setIsConfirming] = useState(false)
  const { kept, dropped } = joinAssignments(previous, part)
  const format = ({ pupilId, points }: typeof kept) =>
    [
      ...(pupilId === null ? [] : [getPupilName(pupilId)]),
      ...(points.trim() === '' ? [] : [t('merge.points', { points: points.trim() })]),
    ].join(', ')
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconArrowMerge aria-hidden />}
        aria-label={t('part.merge', { part: number })}
        onClick={() => (dropped ? setIsConfirming(true) : onMerge())}
      >
        {t('part.mergeShort')}
      </Button>
      {isConfirming && dropped && (
        <ConfirmDialog
          title={t('merge.title', { previous: number - 1, part: number })}
          cancel={{ label: t('merge.keep'), run: () => setIsConfirming(false) }}
          confirm={{ label: t('merge.confirm'), run: onMerge }}
        >
          <p>{t('merge.kept', { kept: format(kept) })}</p>
          <p>{t('merge.dropped', { dropped: format(dropped) })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
