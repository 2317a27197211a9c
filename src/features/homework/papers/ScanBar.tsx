import { Button, Group, Progress, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { DraftForm } from '../../../delivery/drafts/useDraftForm.ts'
import { useT } from '../../../i18n/useT.ts'
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { SegmentedRadios } from '../../../ui/inputs/SegmentedRadios.tsx'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import styles from './Papers.module.css'
import type { PapersDraft } from './papersDraft.ts'
import { splitAgain, splitByCount } from './splitPages.ts'
import type { BlankPages } from './useBlankPages.ts'
import type { OpenedScan } from './useScan.ts'

type ScanBarProps = {
  form: DraftForm<PapersDraft>
  opened: OpenedScan
  blankPages: BlankPages
  /** Whether the pages can be drawn, so that blank ones are found. */
  canMeasure: boolean
  pupilCount: number
  /** Number of parts that are not returned. */
  openCount: number
  isBusy: boolean
  /** Whether a part was sent, or is queued. */
  hasSent: boolean
}

/** The name of the scan, and how it is split. */
export function ScanBar(props: ScanBarProps) {
  const { form, opened, blankPages, canMeasure, pupilCount, openCount, isBusy, hasSent } = props
  const t = useT('papers')
  const { scan, kind, pageCount, parts } = form.value
  const [isRemoving, setIsRemoving] = useState(false)
  const getLockReason = () => {
    if (isBusy) return t('split.busy')
    return hasSent ? t('split.locked') : undefined
  }
  const lockReason = getLockReason()
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text fw={600} miw={0} style={{ overflowWrap: 'anywhere' }}>
          {kind === 'photos'
            ? t('scan.photos', { pages: pageCount })
            : t('scan.facts', { name: sanitizeName(scan[0]?.name ?? ''), pages: pageCount })}
        </Text>
        <UnstyledButton variant="link" mih="var(--control-sm)" onClick={() => !isBusy && setIsRemoving(true)}>
          {t('scan.remove')}
        </UnstyledButton>
      </Group>
      {opened.state === 'opening' && (
        <Skeleton height="1rem" width="12rem" role="status" aria-label={t('scan.opening')} />
      )}
      {opened.state === 'failed' && (
        <Notice
          tone="danger"
          role="alert"
          {...(opened.why !== 'gone' && { action: { label: t('scan.retry'), run: opened.retry } })}
        >
          {t(`scan.${opened.why}`)}
        </Notice>
      )}
      {lockReason ? (
        <Text size="sm" c="dimmed">
          {lockReason}
        </Text>
      ) : (
        <SplitFields {...{ form, blankPages, canMeasure }} />
      )}
      {parts.length > pupilCount && (
        <Notice tone="warn" role="status">
          {t('split.tooMany', { parts: parts.length, pupils: pupilCount })}
        </Notice>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('scan.removeTitle')}
          cancel={{ label: t('scan.keep'), run: () => setIsRemoving(false) }}
          confirm={{ label: t('scan.remove'), run: form.restart }}
        >
          <p>{t('scan.removeLead', { count: openCount })}</p>
        </ConfirmDialog>
      )}
    </Stack>
  )
}

type SplitFieldsProps = Pick<ScanBarProps, 'form' | 'blankPages' | 'canMeasure'>

function SplitFields({ form, blankPages, canMeasure }: SplitFieldsProps) {
  const t = useT('papers')
  const { splitBy, pagesPerPart, pageCount, parts } = form.value
  const [isConfirming, setIsConfirming] = useState(false)
  const size = /^\s*[1-9]\d{0,3}\s*$/.test(pagesPerPart) ? Number(pagesPerPart) : undefined
  const hasAssigned = parts.some(({ pupilId, points }) => pupilId !== null || points !== '')
  const splitNow = () => {
    setIsConfirming(false)
    if (splitBy === 'blank') blankPages.split()
    else if (size !== undefined) {
      form.change(latest => ({
        parts: splitAgain(latest.parts, splitByCount(pageCount, size)),
        omittedPages: [],
      }))
    }
  }
  const split = () => {
    if (splitBy === 'pages' && size === undefined) return
    if (hasAssigned) setIsConfirming(true)
    else splitNow()
  }
  const { progress } = blankPages
  if (progress) {
    return (
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text role="status">
            {t('split.measuring', { done: progress.done + 1, total: progress.total })}
          </Text>
          <Button onClick={blankPages.cancel}>{t('split.cancel')}</Button>
        </Group>
        <Progress aria-label={t('split.blank')} value={(progress.done / progress.total) * 100} />
      </Stack>
    )
  }
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <SegmentedRadios
          label={t('split.label')}
          options={(['pages', 'blank'] as const).map(value => ({ value, label: t(`split.${value}`) }))}
          value={splitBy}
          onChange={value => form.change({ splitBy: value })}
        />
        {splitBy === 'pages' && (
          <TextInput
            className={styles.size ?? ''}
            label={t('split.size')}
            inputMode="numeric"
            autoComplete="off"
            value={pagesPerPart}
            error={size === undefined && t('split.sizeInvalid')}
            onChange={({ currentTarget }) => form.change({ pagesPerPart: currentTarget.value })}
            onKeyDown={event => {
              if (event.key === 'Enter' && !isComposing(event) && !event.repeat) split()
            }}
          />
        )}
        <WhyDisabled
          reason={
            splitBy === 'blank'
              ? !canMeasure && t('split.notReady')
              : size === undefined && t('split.sizeInvalid')
          }
        >
          <Button onClick={split}>{t('split.run')}</Button>
        </WhyDisabled>
      </Group>
      {splitBy === 'blank' && blankPages.slowCount > 0 && (
        <Notice tone="warn" role="status" action={{ label: t('scan.retry'), run: split }}>
          {t('split.slow', { count: blankPages.slowCount })}
        </Notice>
      )}
      {splitBy === 'blank' && blankPages.hasFoundNone && <Notice role="status">{t('split.noBlank')}</Notice>}
      {isConfirming && (
        <ConfirmDialog
          title={t('split.againTitle')}
          cancel={{ label: t('split.keep'), run: () => setIsConfirming(false) }}
          confirm={{ label: t('split.again'), run: splitNow }}
        >
          <p>{t('split.againLead')}</p>
        </ConfirmDialog>
      )}
    </Stack>
  )
}
