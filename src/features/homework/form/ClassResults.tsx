import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx'
import { ClassResult } from './ClassResult.tsx'
import { getCreatedIds, isComplete, selectPart, withoutAttempts } from './classParts.ts'
import styles from './HomeworkForm.module.css'
import type { CreateState } from './useCreateHomework.ts'
import type { HomeworkFormState } from './useHomeworkForm.ts'
import { useClassNames } from './useOtherClasses.ts'

type ClassResultsProps = {
  /** Class of the form. */
  courseId: number
  form: HomeworkFormState
  supportsHandIn: boolean
  /** Whether to send the homework of each class that has not been sent yet. */
  shouldSend: boolean
  onBack: () => void
  onCompleted: () => void
  onDone: () => void
}

/** Sends homework to several classes, and shows the result of each. */
export function ClassResults(props: ClassResultsProps) {
  const { courseId, form, supportsHandIn, shouldSend, onBack, onCompleted, onDone } = props
  const t = useT('homework')
  const lead = useRef<HTMLParagraphElement>(null)
  const ids = [courseId, ...form.value.classes.map(({ course_id }) => course_id)]
  const names = useClassNames(ids)
  const [states, setStates] = useState<ReadonlyMap<number, CreateState['kind']>>(new Map())
  const isDone = isComplete(form.value)
  const wasCompleted = useRef(false)
  useEffect(() => {
    // The button that had the focus no longer exists.
    lead.current?.focus()
  }, [])
  useEffect(() => {
    if (!isDone || wasCompleted.current) return
    wasCompleted.current = true
    onCompleted()
    // The results remain visible.
    form.draft.discard().catch(() => undefined)
  })
  const [isLeaving, setLeaving] = useState(false)
  const createdIds = getCreatedIds(form.value, courseId)
  const setCount = createdIds.size
  const openNames = names.flatMap(({ id, name }) => (createdIds.has(id) ? [] : [name])).join(', ')
  const kinds = ids.map(id => states.get(id))
  const isIdle = kinds.every(kind => kind !== undefined && kind !== 'sending' && kind !== 'checking')
  const goBack = () => {
    form.change(withoutAttempts)
    onBack()
  }
  return (
    <div className={styles.form}>
      <div className={styles.body}>
        <p ref={lead} tabIndex={-1} role="status" className={styles.lead}>
          {t('form.classes.progress', {
            text: truncateText(form.value.text.trim(), 120, '…'),
            set: setCount,
            all: ids.length,
          })}
        </p>
        <ul className={styles.results}>
          {names.map(({ id, name }) => (
            <ClassResult
              key={id}
              courseId={id}
              name={name}
              form={selectPart(form, id === courseId ? undefined : id)}
              supportsHandIn={supportsHandIn}
              shouldSend={shouldSend}
              onStateChange={kind =>
                setStates(current => (current.get(id) === kind ? current : new Map(current).set(id, kind)))
              }
            />
          ))}
        </ul>
      </div>
      <footer className={styles.foot}>
        <Group gap="sm">
          {isDone ? (
            <Button variant="filled" onClick={onDone}>
              {t('form.classes.done')}
            </Button>
          ) : (
            // Without homework in any class, the draft has the only copy of the text.
            isIdle &&
            setCount < ids.length &&
            (setCount === 0 ? (
              <Button onClick={goBack}>{t('form.classes.back')}</Button>
            ) : (
              <Button onClick={() => setLeaving(true)}>{t('form.classes.leave')}</Button>
            ))
          )}
        </Group>
      </footer>
      {isLeaving && !isDone && (
        <ConfirmDialog
          title={t('form.classes.leaveTitle', { names: openNames })}
          cancel={{ label: t('form.classes.keep'), run: () => setLeaving(false) }}
          confirm={{ label: t('form.classes.leaveConfirm'), run: onDone }}
        >
          <p>{t('form.classes.leaveLead')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
