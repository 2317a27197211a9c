import { type CSSProperties, useMemo } from 'react'
import { useDraft } from '../../../delivery/drafts/useDraft.ts'
import { useDraftForm } from '../../../delivery/drafts/useDraftForm.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { DraftVersions } from '../../../ui/feedback/DraftVersions.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import type { MyDay } from '../myDays.ts'
import { useMyHomework } from '../useMyHomework.ts'
import { CoverAccess } from './CoverAccess.tsx'
import { CoverLessonBlock } from './CoverLessonBlock.tsx'
import styles from './CoverSheet.module.css'
import { type CoverLesson, listCoverLessons } from './coverDays.ts'
import { blankCover, coverDraft } from './coverDraft.ts'
import { findCoverHomework } from './coverHomework.ts'
import { getCoverLimits } from './coverLimits.ts'
import type { CoverItem } from './useCoverAccess.ts'

type CoverSheetProps = { day: MyDay; today: string }

/** Suspends until the draft of the day is read. */
export function CoverSheet(props: CoverSheetProps) {
  const { draft, state } = useDraft(coverDraft, props.day.date)
  return (
    <div className={styles.sheet}>
      <DraftVersions draft={draft} state={state} getLines={({ tasks }) => Object.values(tasks)}>
        <SheetFields {...props} />
      </DraftVersions>
    </div>
  )
}

function SheetFields({ day, today }: CoverSheetProps) {
  const t = useT('cover')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const user = useCurrentUser()
  const { value, change, draft, state } = useDraftForm(coverDraft, day.date, blankCover)
  const { homework, state: homeworkState } = useMyHomework(today)
  const blocks = useMemo(
    () =>
      listCoverLessons(day).map(block => ({
        block,
        homework: findCoverHomework(homework, block, day, timeZone),
      })),
    [day, homework, timeZone],
  )
  const limits = getCoverLimits(blocks.length)
  const items = useMemo(
    () =>
      uniqueItems(
        blocks.flatMap(({ block, homework: { due, last } }) => {
          const { courseId, className } = block.lessons[0]
          const toItem = (field: 'todo_id' | 'file_id', id: number, title: string): CoverItem => ({
            resource: { field, id },
            ...{ courseId, className, title },
          })
          return [
            ...[...due, ...(last ? [last] : [])].map(({ id, text }) => toItem('todo_id', id, text)),
            ...(value.files[block.key] ?? []).map(({ id, name }) => toItem('file_id', id, name)),
          ]
        }),
      ),
    [blocks, value.files],
  )
  return (
    <>
      <div
        className={styles.lessons}
        data-density={limits.density}
        style={{ '--task-lines': limits.taskLines } as CSSProperties}
      >
        <div className={styles.printed}>
          <p>{t('printed', { day: format.fullDay(day.date) })}</p>
          {user.name && <p>{t('printedOf', { name: sanitizeName(user.name) })}</p>}
          {value.colleague && <p>{t('printedColleague', { name: sanitizeName(value.colleague.name) })}</p>}
        </div>
        {!state.isPersistent && (
          <div className={styles.screenOnly}>
            <Notice tone="warn">{t('notSaved')}</Notice>
          </div>
        )}
        {blocks.map(({ block, homework: ofLesson }) => (
          <CoverLessonBlock
            key={block.key}
            block={block}
            limits={limits}
            homework={homeworkState === 'loaded' ? ofLesson : homeworkState}
            task={value.tasks[block.key] ?? ''}
            files={value.files[block.key] ?? []}
            listedAt={findListTime(blocks, block)}
            onTask={task => change(({ tasks }) => ({ tasks: { ...tasks, [block.key]: task } }))}
            onFiles={files => change(current => ({ files: { ...current.files, [block.key]: [...files] } }))}
            onBlur={() => void draft.flush()}
          />
        ))}
      </div>
      <aside className={styles.side}>
        <CoverAccess
          date={day.date}
          items={items}
          colleagueId={value.colleague?.id}
          onChoose={colleague => change({ colleague })}
        />
      </aside>
    </>
  )
}

/** Returns the start of an earlier lesson of the same class. Its class list is printed once. */
function findListTime(blocks: readonly { block: CoverLesson }[], { key, lessons }: CoverLesson) {
  const first = blocks.find(({ block }) => block.lessons[0].courseId === lessons[0].courseId)?.block
  return first?.key === key ? undefined : first?.start
}

const uniqueItems = (items: readonly CoverItem[]): CoverItem[] => [
  ...new Map(items.map(item => [`${item.resource.field}.${item.resource.id}`, item])).values(),
]
