import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { ClassResult } from './ClassResult.tsx'
import { getCreatedIds, isComplete, selectPart } from './classParts.ts'
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
  const setCount = getCreatedIds(form.value, courseId).size
  const kinds = ids.map(id => states.get(id))
  const isIdle = kinds.every(kind => kind !== undefined && kind !== 'sending' && kind !== 'checking')
  const canGoBack = setCount === 0 && kinds.every(kind => kind === 'form')
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
          ) : canGoBack ? (
            <Button onClick={onBack}>{t('form.classes.back')}</Button>
          ) : (
            isIdle && setCount < ids.length && <Button onClick={onDone}>{t('form.classes.leave')}</Button>
          )}
        </Group>
      </footer>
    </div>
  )
}
