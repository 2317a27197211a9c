import { Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import { type ClassFile, files as classFiles } from '../../../contract/files.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { foldText, splitWords } from '../../../lib/foldText.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import styles from './CoverSheet.module.css'
import type { CoverFile } from './coverDraft.ts'

type FileDialogProps = {
  courseId: number
  className: string
  files: readonly CoverFile[]
  onFiles: (files: readonly CoverFile[]) => void
  onClose: () => void
}

/** A class can have 50,000 files. */
const maxShown = 50

/** Chooses files of the class. Folders are left out, because only members of the class can list their content. */
export function FileDialog({ courseId, className, files, onFiles, onClose }: FileDialogProps) {
  const t = useT('cover')
  const formatError = useFormatError()
  const [text, setText] = useState('')
  const { data, error } = useQuery(query(classFiles.list, { course_id: courseId }))
  const sortedFiles = useMemo(() => sortFiles(data?.rows ?? []), [data])
  const searchText = useDeferredValue(text)
  const matches = useMemo(() => findFiles(sortedFiles, searchText), [sortedFiles, searchText])
  const shown = matches.slice(0, maxShown)
  const isChosen = (id: number) => files.some(file => file.id === id)
  return (
    <Dialog
      title={t('fileDialog.title', { className })}
      close={{ label: t('fileDialog.close'), run: onClose }}
      size="tall"
    >
      {/* Space for the focus ring of the field below the header. */}
      <Stack gap="md" pt="xs">
        <SearchField label={t('fileDialog.find')} value={text} onTextChange={setText} data-autofocus />
        {!data && error && (
          <Notice tone="danger" role="alert">
            {t('fileDialog.failed', { reason: formatError(error) })}
          </Notice>
        )}
        {!data && !error && <Skeleton height="8rem" />}
        {data && matches.length === 0 && (
          <Text c="dimmed" role="status">
            {searchText.trim() === ''
              ? t('fileDialog.empty')
              : t('fileDialog.none', { text: searchText.trim() })}
          </Text>
        )}
        <ul className={styles.choices} aria-label={t('fileDialog.list')}>
          {shown.map(({ id, name }) => (
            <li key={id}>
              <Checkbox
                label={<bdi translate="no">{sanitizeName(name)}</bdi>}
                checked={isChosen(id)}
                onChange={() =>
                  onFiles(isChosen(id) ? files.filter(file => file.id !== id) : [...files, { id, name }])
                }
              />
            </li>
          ))}
        </ul>
        {matches.length > maxShown && (
          <Text size="sm" c="dimmed">
            {t('fileDialog.more', { count: matches.length - maxShown })}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="filled" onClick={onClose}>
            {t('fileDialog.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

type SearchableFile = CoverFile & { foldedName: string }

/** Returns the files without folders, newest first. */
const sortFiles = (rows: readonly ClassFile[]): SearchableFile[] =>
  rows
    .filter(({ is_dir }) => !is_dir)
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)
    .map(({ id, name }) => ({ id, name, foldedName: foldText(name) }))

/** Returns the files whose name has all words of the text. */
function findFiles(files: readonly SearchableFile[], text: string): SearchableFile[] {
  const words = splitWords(text)
  return files.filter(({ foldedName }) => words.every(word => foldedName.includes(word)))
}
