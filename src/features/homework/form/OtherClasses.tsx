import { Button, Input, Stack, Text } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { ClassFields } from './ClassFields.tsx'
import styles from './HomeworkForm.module.css'
import type { ClassTarget, FieldProblems, HomeworkDraft } from './homeworkDraft.ts'
import { useOtherClasses } from './useOtherClasses.ts'

/** By ID of the class. */
export type ClassProblems = Readonly<Record<number, FieldProblems>>

type OtherClassesProps = {
  courseId: number
  /** With the suggested subjects and days. */
  classes: readonly ClassTarget[]
  problems: ClassProblems
  onChange: (changes: (current: HomeworkDraft) => Partial<HomeworkDraft>) => void
}

/** Chooses further classes for new homework. Each has its own subject and day. */
export function OtherClasses({ courseId, classes, problems, onChange }: OtherClassesProps) {
  const t = useT('homework')
  const formatError = useFormatError()
  const { classes: options, error } = useOtherClasses(courseId)
  if (error) return <Text c="dimmed">{t('form.classes.unknown', { reason: formatError(error) })}</Text>
  if (!options || options.length === 0) return null
  const toggle = (id: number) =>
    onChange(current => ({
      classes: current.classes.some(({ course_id }) => course_id === id)
        ? current.classes.filter(({ course_id }) => course_id !== id)
        : [...current.classes, { course_id: id, lesson_id: null, due: '' }],
    }))
  const changeClass = (id: number, changes: Partial<ClassTarget>) =>
    onChange(current => ({
      classes: current.classes.map(target => (target.course_id === id ? { ...target, ...changes } : target)),
    }))
  const chosen = options.flatMap(({ id, name }) => {
    const target = classes.find(({ course_id }) => course_id === id)
    return target ? { name, target } : []
  })
  return (
    <Stack gap="sm">
      <Input.Label component="span" id={labelId}>
        {t('form.classes.label')}
      </Input.Label>
      {/* biome-ignore lint/a11y/useSemanticElements: the fieldset of the form is already around it. */}
      <div className={styles.lessons} role="group" aria-labelledby={labelId}>
        {options.map(({ id, name }) => {
          const isChosen = classes.some(({ course_id }) => course_id === id)
          return (
            <Button
              key={id}
              size="sm"
              aria-pressed={isChosen}
              leftSection={isChosen ? <IconCheck aria-hidden /> : <IconPlus aria-hidden />}
              onClick={() => toggle(id)}
            >
              {name}
            </Button>
          )
        })}
      </div>
      {chosen.map(({ name, target }) => (
        <ClassFields
          key={target.course_id}
          name={name}
          target={target}
          problems={problems[target.course_id] ?? noProblems}
          onChange={changes => changeClass(target.course_id, changes)}
        />
      ))}
    </Stack>
  )
}

const labelId = 'homework-other-classes'
const noProblems: FieldProblems = {}
