import { Button, Group, Input, Stack, Text } from '@mantine/core'
import { IconListNumbers } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints } from '../../../lib/points.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { formatInlineName } from '../../../ui/sanitizeName.ts'
import correction from '../correction/Correction.module.css'
import { formatTotal, getResult, type MarkedDraft, type MarkingContext, setMarks } from './markedDraft.ts'
import { getTotal, isMarked, type Mark } from './marks.ts'
import styles from './Scheme.module.css'
import { SchemeFields } from './SchemeFields.tsx'
import { sumPoints } from './schemeLines.ts'
import type { HomeworkScheme, SchemeOffer } from './useScheme.ts'

const SchemeDialog = lazyComponent(async () => (await import('./SchemeDialog.tsx')).SchemeDialog)

type SchemeSectionProps = {
  ref: Ref<HTMLElement>
  homework: Homework
  scheme: HomeworkScheme
  context: MarkingContext
  draft: Pick<MarkedDraft, 'points' | 'scheme'>
  /** Whether to show errors before a field loses the focus. */
  showsErrorsAtOnce: boolean
  /** Changes the draft, based on its latest state. */
  change: (patch: (latest: MarkedDraft) => Partial<MarkedDraft>) => void
  focusPoints: () => void
}

/** The points scheme in the form of a correction. Without a scheme, only buttons to write one. */
export function SchemeSection(props: SchemeSectionProps) {
  const { ref, homework, scheme, context, draft, showsErrorsAtOnce, change, focusPoints } = props
  const t = useT('scheme')
  const [isEditing, setEditing] = useState(false)
  const marks = draft.scheme?.marks ?? []
  const result = getResult(draft, context)
  const hasLines = marks.length > 0
  const changeMarks = (next: readonly Mark[]) => change(latest => setMarks(latest, next, context))
  return (
    <Stack ref={ref as Ref<HTMLDivElement>} component="section" gap="xs" miw={0} aria-label={t('title')}>
      {hasLines && (
        <>
          <p className={correction.label}>
            {t('title')}
            <span className={correction.shortcutKey} aria-hidden>
              s
            </span>
          </p>
          <SchemeFields
            marks={marks}
            showsErrorsAtOnce={showsErrorsAtOnce}
            onChange={changeMarks}
            onLeaveEnd={focusPoints}
          />
          <Total draft={draft} context={context} />
          {draft.scheme?.isOverridden && (
            <Notice
              role="status"
              action={{
                label: t('useTotal', { points: formatTotal(marks, context) || '–' }),
                run: () =>
                  change(latest => setMarks({ ...latest, points: '', scheme: undefined }, marks, context)),
              }}
            >
              {t('overridden')}
            </Notice>
          )}
          {result !== '' && (
            <div>
              <Input.Description>{t('preview')}</Input.Description>
              <p className={styles.preview} translate="no">
                {result}
              </p>
            </div>
          )}
        </>
      )}
      {!hasLines && scheme.offer && <Offer offer={scheme.offer} language={context.language} />}
      <Group gap="sm">
        {!hasLines && scheme.offer && (
          <Button
            size="sm"
            onClick={() => scheme.offer && void scheme.save(scheme.offer.lines).catch(() => undefined)}
          >
            {t('use')}
          </Button>
        )}
        <Button
          size="sm"
          variant={hasLines ? 'subtle' : 'default'}
          leftSection={<IconListNumbers aria-hidden />}
          aria-haspopup="dialog"
          onPointerEnter={SchemeDialog.preload}
          onFocus={SchemeDialog.preload}
          onClick={() => setEditing(true)}
        >
          {scheme.lines ? t('change') : t('title')}
        </Button>
      </Group>
      {isEditing && (
        <SchemeDialog
          homework={homework}
          lines={scheme.lines}
          maxPoints={context.maxPoints}
          save={scheme.save}
          close={() => setEditing(false)}
        />
      )}
    </Stack>
  )
}

/** "7.5 of 9.5", and the points of the homework's maximum if they differ. */
function Total({ draft, context }: { draft: Pick<MarkedDraft, 'scheme'>; context: MarkingContext }) {
  const t = useT('scheme')
  const { language, maxPoints } = context
  const marks = draft.scheme?.marks ?? []
  const { points, max, unmarked, scaled } = getTotal(marks, maxPoints)
  const format = (value: number) => formatPoints(value, language)
  const total = { points: format(points ?? 0), max: format(max) }
  return (
    <>
      <Text className={styles.total} size="sm" component="div">
        <span>{t('total')}</span>
        <span>
          {scaled === undefined
            ? t('totalOf', total)
            : t('scaled', { ...total, scaled: format(scaled), maxPoints: format(maxPoints ?? 0) })}
        </span>
      </Text>
      {unmarked > 0 && marks.some(isMarked) && (
        <Text size="xs" c="dimmed">
          {t('unmarked', { count: unmarked })}
        </Text>
      )}
      <Text className={styles.hint} size="xs" c="var(--text-3)">
        {t('hint')}
      </Text>
    </>
  )
}

function Offer({ offer: { title, lines }, language }: { offer: SchemeOffer; language: string }) {
  const t = useT('scheme')
  const summary = {
    lines: t('lineCount', { count: lines.length }),
    points: formatPoints(sumPoints(lines.map(({ max }) => max)), language),
  }
  return (
    <Text size="sm" c="dimmed">
      {title === undefined
        ? t('offerReturned', summary)
        : t('offer', { ...summary, title: formatInlineName(title) })}
    </Text>
  )
}
