import { Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import styles from './ConflictDialog.module.css'
import type { UploadsState } from './createUploads.ts'
import { type ConflictWay, conflictWays, type NewFile, wayFor, waysOf } from './planUploads.ts'

/**
 * Dialog about files whose names are taken, before any file is stored. The user chooses one solution for all files, or
 * one per file.
 */
export function ConflictDialog({ asking }: { asking: NonNullable<UploadsState['asking']> }) {
  const t = useT('uploads')
  const format = useFormat()
  const { conflicts, answer } = asking
  const [forAll, setForAll] = useState<ConflictWay>('keepBoth')
  const [other, setOther] = useState<ReadonlyMap<NewFile, ConflictWay>>(new Map())
  const given = { forAll, other }
  return (
    <Dialog
      title={t('conflict.title', { count: conflicts.length })}
      close={{ label: t('conflict.leave'), run: () => answer(undefined) }}
      size="tall"
    >
      <form
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          answer(given)
        }}
      >
        <Radio.Group
          label={t('conflict.lead')}
          value={forAll}
          onChange={way => {
            setForAll(conflictWays.find(each => each === way) ?? forAll)
            setOther(new Map())
          }}
        >
          <Stack gap="sm" mt="sm">
            {conflictWays.map(way => (
              <Radio
                key={way}
                value={way}
                label={t(`conflict.${way}`)}
                description={t(`conflict.${way}Hint`)}
                data-autofocus={forAll === way || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <ul className={styles.files}>
          {conflicts.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may be alike
            <li key={index}>
              <FileName name={file.name} />
              <Text span fz="sm" c="dimmed">
                {t('conflict.sizes', {
                  there: format.fileSize(file.there?.document?.size ?? 0),
                  new: format.fileSize(file.file.size),
                })}
              </Text>
              <NativeSelect
                className={styles.way ?? ''}
                value={wayFor(file, given)}
                aria-label={t('conflict.wayFor', { name: sanitizeName(file.name) })}
                onChange={({ currentTarget: { value } }) => {
                  const way = conflictWays.find(each => each === value)
                  if (way) setOther(new Map(other).set(file, way))
                }}
              >
                {waysOf(file).map(way => (
                  <option key={way} value={way}>
                    {t(`conflict.${way}`)}
                  </option>
                ))}
              </NativeSelect>
            </li>
          ))}
        </ul>
        <Group gap="sm" justify="flex-end">
          <Button onClick={() => answer(undefined)}>{t('conflict.cancel')}</Button>
          <Button variant="filled" type="submit">
            {t('conflict.go')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
