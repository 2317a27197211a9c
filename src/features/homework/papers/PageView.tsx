import { ActionIcon, Button, Group, Skeleton, Text } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconChevronLeft,
  IconChevronRight,
  IconScissors,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import { useContentSize } from '../../../ui/layout/useContentSize.ts'
import type { Scan } from './openScan.ts'
import styles from './Papers.module.css'

type PageViewProps = {
  scan: Scan
  /** From 0. */
  page: number
  partLabel: string
  isOmitted: boolean
  /** Of a photo. */
  name: string | undefined
  onGoTo: (page: number) => void
  /** Swaps the page with the one before or after it. Undefined for a PDF. */
  onMove: ((places: -1 | 1) => void) | undefined
  canMove: (places: -1 | 1) => boolean
  /** Undefined if the part is being returned. */
  onOmit?: (isOmitted: boolean) => void
  /** Undefined for the first page of a part. */
  onSplit?: () => void
}

/** In device pixels. Wider pages take longer to draw, and are not easier to read. */
const maxWidth = 2000

/** One page, as wide as its container, with the actions that change the parts. */
export function PageView(props: PageViewProps) {
  const { scan, page, name, partLabel, isOmitted, onGoTo, onMove, canMove, onOmit, onSplit } = props
  const t = useT('papers')
  const stage = useRef<HTMLElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const { width } = useContentSize(stage)
  const [drawn, setDrawn] = useState<{ page: number; hasFailed: boolean }>()
  useEffect(() => {
    if (width === 0) return
    const controller = new AbortController()
    const { signal } = controller
    scan.draw(page, Math.min(width * devicePixelRatio, maxWidth), signal).then(
      canvas => {
        if (signal.aborted) return
        sheet.current?.replaceChildren(canvas)
        setDrawn({ page, hasFailed: false })
      },
      () => !signal.aborted && setDrawn({ page, hasFailed: true }),
    )
    return () => controller.abort()
  }, [scan, page, width])
  const isDrawn = drawn?.page === page
  const hasFailed = isDrawn && drawn.hasFailed
  const label = t('page.place', { page: page + 1, total: scan.pageCount })
  const step = (text: string, target: number, Icon: typeof IconChevronLeft) => (
    <WhyDisabled reason={target < 0 ? t('page.isFirst') : target >= scan.pageCount && t('page.isLast')}>
      <ActionIcon variant="subtle" aria-label={text} onClick={() => onGoTo(target)}>
        <Icon aria-hidden />
      </ActionIcon>
    </WhyDisabled>
  )
  const move = (key: 'page.moveEarlier' | 'page.moveLater', places: -1 | 1, Icon: typeof IconChevronLeft) => (
    <WhyDisabled reason={!canMove(places) && t('page.notMovable')}>
      <ActionIcon variant="subtle" aria-label={t(key)} onClick={() => onMove?.(places)}>
        <Icon aria-hidden />
      </ActionIcon>
    </WhyDisabled>
  )
  return (
    <div className={styles.view}>
      <Group className={styles.viewBar ?? ''} gap="xs">
        {step(t('page.previous'), page - 1, IconChevronLeft)}
        <Text role="status" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {[partLabel, label, name].filter(Boolean).join(' · ')}
        </Text>
        {step(t('page.next'), page + 1, IconChevronRight)}
        <Group gap="xs" ml="auto">
          {onMove && (
            <Group gap={0} wrap="nowrap">
              {move('page.moveEarlier', -1, IconArrowLeft)}
              {move('page.moveLater', 1, IconArrowRight)}
            </Group>
          )}
          {onOmit && (
            <Button size="sm" variant="subtle" onClick={() => onOmit(!isOmitted)}>
              {t(isOmitted ? 'page.include' : 'page.omit')}
            </Button>
          )}
          {onSplit && (
            <Button size="sm" leftSection={<IconScissors aria-hidden />} onClick={onSplit}>
              {t('page.split')}
            </Button>
          )}
        </Group>
      </Group>
      <section
        ref={stage}
        className={styles.stage}
        data-omitted={isOmitted || undefined}
        aria-label={t('page.label')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard.
        tabIndex={0}
      >
        {hasFailed && <Text p="md">{t('page.failed')}</Text>}
        {!isDrawn && <Skeleton height="70%" aria-label={t('page.drawing')} />}
        <div
          ref={sheet}
          role="img"
          aria-label={label}
          className={styles.sheet}
          hidden={!isDrawn || hasFailed}
        />
      </section>
    </div>
  )
}
