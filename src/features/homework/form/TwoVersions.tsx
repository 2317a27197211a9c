import type { Lesson } from '../../../contract/lessons.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/Notice.tsx'
import styles from './HomeworkForm.module.css'
import { changedFields, type HomeworkContent } from './homeworkDraft.ts'

type TwoVersionsProps = {
  theirs: HomeworkContent
  yours: HomeworkContent
  subjects: readonly Lesson[]
}

/** What the homework says now and what the form says, beside each other; what differs is marked. */
export function TwoVersions({ theirs, yours, subjects }: TwoVersionsProps) {
  const t = useT('homework')
  const format = useFormat()
  const differs = changedFields(theirs, yours)
  const told = (content: HomeworkContent) =>
    [
      {
        field: 'lesson_id',
        name: t('form.subject'),
        value: subjects.find(({ id }) => id === content.lesson_id)?.name ?? '',
      },
      { field: 'text', name: t('form.text'), value: content.text },
      { field: 'note', name: t('form.note'), value: content.note },
      { field: 'due', name: t('form.due'), value: content.due && format.day(content.due) },
      {
        field: 'canHandIn',
        name: t('form.handIn'),
        value: content.canHandIn ? t('form.conflict.canHandIn') : t('form.conflict.cannotHandIn'),
      },
      {
        field: 'points',
        name: t('form.points'),
        value: content.points && t('form.conflict.pointsOf', { points: content.points }),
      },
    ] as const
  const version = (title: string, content: HomeworkContent) => (
    <section>
      <h3>{title}</h3>
      <dl>
        {told(content).map(({ field, name, value }) => (
          <div key={field} data-differs={differs.includes(field) ? '' : undefined}>
            <dt>{name}</dt>
            <dd>{value || t('form.conflict.none')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
  return (
    <>
      <Notice tone="warn" role="alert">
        {t('form.conflict.title')}
      </Notice>
      <div className={styles.versions}>
        {version(t('form.conflict.now'), theirs)}
        {version(t('form.conflict.yours'), yours)}
      </div>
    </>
  )
}
