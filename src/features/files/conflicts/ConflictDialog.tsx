import { Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import styles from './ConflictDialog.module.css'
import {
  type Conflict,
  type ConflictAnswer,
  type ConflictSolution,
  conflictSolutions,
  getSolution,
  getSolutions,
} from './conflicts.ts'

type ConflictDialogProps = {
  kind: 'upload' | 'move'
  conflicts: readonly Conflict[]
  /** `undefined`: cancel all. */
  answer: (answer: ConflictAnswer | undefined) => void
}

/** The user chooses one solution for all files, or one per file. */
export function ConflictDialog({ kind, conflicts, answer }: ConflictDialogProps) {
  const t = useT('uploads')
  const format = useFormat()
  const solutions = conflictSolutions.filter(solution => solution !== 'replace' || kind === 'upload')
  const [forAll, setForAll] = useState<ConflictSolution>('keepBoth')
  const [exceptions, setExceptions] = useState<ReadonlyMap<Conflict, ConflictSolution>>(new Map())
  const givenAnswer = { forAll, exceptions }
  return (
    <Dialog
      title={t('conflict.title', { count: conflicts.length })}
      close={{ label: t(`conflict.${kind}.leave`), run: () => answer(undefined) }}
      size="tall"
    >
      <form
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          answer(givenAnswer)
        }}
      >
        <Radio.Group
          label={t(`conflict.${kind}.lead`)}
          value={forAll}
          onChange={value => {
            setForAll(conflictSolutions.find(solution => solution === value) ?? forAll)
            setExceptions(new Map())
          }}
        >
          <Stack gap="sm" mt="sm">
            {solutions.map(solution => (
              <Radio
                key={solution}
                value={solution}
                label={t(`conflict.${solution}`)}
                description={t(
                  solution === 'skip' ? `conflict.${kind}.skipHint` : `conflict.${solution}Hint`,
                )}
                data-autofocus={forAll === solution || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <ul className={styles.files}>
          {conflicts.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may be equal
            <li key={index}>
              <FileName name={file.name} />
              {!file.existingEntry?.is_dir && (
                <Text span fz="sm" c="dimmed">
                  {t('conflict.sizes', {
                    there: format.fileSize(file.existingEntry?.document?.size ?? 0),
                    new: format.fileSize('file' in file ? file.file.size : (file.moved.document?.size ?? 0)),
                  })}
                </Text>
              )}
              <NativeSelect
                className={styles.solution ?? ''}
                value={getSolution(file, givenAnswer)}
                aria-label={t('conflict.wayFor', { name: sanitizeName(file.name) })}
                onChange={({ currentTarget: { value } }) => {
                  const solution = conflictSolutions.find(each => each === value)
                  if (solution) setExceptions(new Map(exceptions).set(file, solution))
                }}
              >
                {getSolutions(file).map(solution => (
                  <option key={solution} value={solution}>
                    {t(`conflict.${solution}`)}
                  </option>
                ))}
              </NativeSelect>
            </li>
          ))}
        </ul>
        <Group gap="sm" justify="flex-end">
          <Button onClick={() => answer(undefined)}>{t(`conflict.${kind}.cancel`)}</Button>
          <Button variant="filled" type="submit">
            {t(`conflict.${kind}.go`)}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
