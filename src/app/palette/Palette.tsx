import { Box, Input, Modal, Text, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useLocale } from 'use-intl'
import { readParam, topFolderId } from '../../contract/wire.ts'
import { indexFiles } from '../../features/files/model/fileIndex.ts'
import { readFileInput } from '../../features/files/uploads/planUploads.ts'
import { useAddUploads } from '../../features/files/uploads/useUploads.ts'
import { useMayCreate } from '../../features/files/useClassFiles.ts'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { isComposing } from '../../ui/focus/isComposing.ts'
import { useRestoreFocus } from '../../ui/focus/isFocusLost.ts'
import { FilePicker } from '../../ui/inputs/FilePicker.tsx'
import { getOptionMove } from '../../ui/list/getOptionMove.ts'
import { useApp } from '../AppContext.tsx'
import { classTitle } from '../shell/useClasses.ts'
import styles from './Palette.module.css'
import { type Entry, maxResults, rankEntries } from './rankEntries.ts'
import { useEntries } from './useEntries.ts'
import { type SearchedKind, type SearchFailure, useSearchData } from './useSearchData.ts'

/** Searches screens, content, people and actions. */
export function Palette({ close }: { close: () => void }) {
  const t = useT('palette')
  useRestoreFocus()
  const [text, setText] = useState('')
  const id = useId()
  const { preferences } = useApp()
  const { id: userId } = useCurrentUser()
  const { courseId, folderId } = useParams()
  const fileField = useRef<HTMLInputElement>(null)
  const currentClassId = readParam('course_id', courseId ?? '') ?? preferences.getUserMemory(userId).lastClass
  const [selectedId, setSelectedId] = useState<string>()
  const searchData = useSearchData(currentClassId)
  // On the files screen, upload into the open folder.
  const index = indexFiles(searchData.files)
  const openFolder = courseId === undefined ? undefined : index.get(Number(folderId))
  const uploadTo = openFolder?.is_dir ? openFolder.id : topFolderId
  const canUpload = useMayCreate(currentClassId, uploadTo, index)
  const chooseFiles = canUpload ? () => fileField.current?.click() : undefined
  const entries = useEntries({ currentClassId, text, data: searchData, chooseFiles })
  const results = rankEntries(entries, text, { selectedId })
  const loading = new Set(searchData.loading)
  if (currentClassId !== undefined && canUpload === undefined) loading.add('actions')
  // By ID and not by index, because entries that load later must not replace the selected one.
  const activeIndex = Math.max(
    0,
    results.findIndex(entry => entry.id === selectedId),
  )
  const active = results[activeIndex]

  const runEntry = (entry: Entry | undefined) => {
    if (!entry) return
    if (!entry.keepsOpen) close()
    entry.run()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const nextIndex = getOptionMove(event.key, { index: activeIndex, count: results.length, pageSize: 8 })
    if (nextIndex !== undefined) setSelectedId(results[nextIndex]?.id)
    else if (event.key === 'Enter') runEntry(active)
    else return
    event.preventDefault()
  }
  useEffect(() => {
    document.getElementById(`${id}-${active?.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active?.id])

  return (
    <Modal
      opened
      size="36rem"
      onClose={close}
      withCloseButton={false}
      yOffset="10dvh"
      centered={false}
      attributes={{ content: { 'aria-label': t('find') } }}
      styles={{ content: { background: 'var(--paper-float)' } }}
    >
      <Input
        className={styles.search ?? ''}
        variant="unstyled"
        leftSection={<IconSearch aria-hidden />}
        role="combobox"
        aria-label={t('find')}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        placeholder={t('placeholder')}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={text}
        onChange={event => {
          setText(event.target.value)
          setSelectedId(undefined)
        }}
        onKeyDown={handleKeyDown}
      />
      <div
        className={styles.list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('find')}
        aria-busy={loading.size > 0}
      >
        {results.map((entry, position) => (
          <div
            key={entry.id}
            id={`${id}-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === activeIndex}
            className={styles.entry}
            onPointerMove={() => setSelectedId(entry.id)}
            onClick={() => runEntry(entry)}
            onKeyDown={handleKeyDown}
          >
            <Text span truncate className={styles.label} translate={isName(entry) ? 'no' : undefined}>
              {entry.label}
            </Text>
            <Text span truncate className={styles.detail} size="sm" c="dimmed">
              {entry.detail}
            </Text>
            <Text span flex="none" ml="auto" size="xs" c="var(--text-3)">
              {t(entry.group)}
            </Text>
          </div>
        ))}
      </div>
      {results.length === 0 && (
        <Box px="lg" py="xl" c="dimmed" style={{ borderTop: '1px solid var(--rule)' }}>
          <Text fw={600} c="var(--text)">
            {t(loading.size > 0 ? 'nothingYet' : 'nothing', { text })}
          </Text>
          <Text>{t('nothingHint')}</Text>
        </Box>
      )}
      <SearchStatus count={results.length} loading={loading} failed={searchData.failed} />
      {currentClassId !== undefined && canUpload && (
        <UploadField ref={fileField} courseId={currentClassId} folderId={uploadTo} onChosen={close} />
      )}
    </Modal>
  )
}

/** Whether the label contains a name, which page translation must not change. */
const isName = ({ group }: Entry) => group === 'people' || group === 'chats' || group === 'files'

type SearchStatusProps = {
  count: number
  loading: ReadonlySet<SearchedKind>
  failed: readonly SearchFailure[]
}

/** Number of results, and the kinds of entries that are still missing. */
function SearchStatus({ count, loading, failed }: SearchStatusProps) {
  const t = useT('palette')
  const shell = useT('shell')
  const list = new Intl.ListFormat(useLocale(), { type: 'unit', style: 'short' })
  const formatKinds = (kinds: ReadonlySet<SearchedKind>) => list.format([...kinds].map(kind => t(kind)))
  const formatFailures = () => {
    const failuresByKind = Map.groupBy(failed, ({ kind }) => kind)
    const kinds = [...failuresByKind].map(([kind, failures]) => {
      const classes = failures.flatMap(({ knownClass }) => knownClass ?? [])
      const titles = list.format(classes.map(knownClass => classTitle(knownClass, shell).title))
      return titles ? t('kindOfClasses', { kind: t(kind), classes: titles }) : t(kind)
    })
    return list.format(kinds)
  }
  const isLoading = loading.size > 0
  const formatCount = () => {
    if (count >= maxResults) return t('firstResults', { count: String(maxResults) })
    return t(isLoading ? 'resultsSoFar' : 'results', { count })
  }
  // The text above says that there are no results.
  const Count = count === 0 ? VisuallyHidden : 'span'
  return (
    <div
      className={count === 0 && !isLoading && failed.length === 0 ? undefined : styles.status}
      role="status"
    >
      <Count>{formatCount()}</Count>
      {isLoading && <span>{t('loading', { kinds: formatKinds(loading) })}</span>}
      {failed.length > 0 && <span>{t('notSearched', { kinds: formatFailures() })}</span>}
    </div>
  )
}

type UploadFieldProps = {
  courseId: number
  folderId: number
  onChosen: () => void
  ref: Ref<HTMLInputElement>
}

/** Uploads the chosen files and shows their folder. */
function UploadField({ courseId, folderId, onChosen, ref }: UploadFieldProps) {
  const t = useT('palette')
  const navigate = useNavigate()
  const add = useAddUploads(courseId)
  const handleFiles = (files: readonly File[]) => {
    if (files.length === 0) return
    onChosen()
    void navigate(paths.files(courseId, folderId))
    void add(readFileInput(files), folderId)
  }
  return <FilePicker ref={ref} label={t('chooseFiles')} onFiles={handleFiles} />
}
