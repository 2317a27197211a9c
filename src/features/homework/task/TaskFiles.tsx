import { UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { bytesQuery } from '../../../api/cache/documentBytes.ts'
import { useT } from '../../../i18n/useT.ts'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { createViewMemory, type ViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { type FileGroup, type FileTab, findCounterpart, getFileTabs } from './fileGroups.ts'
import styles from './Task.module.css'

type TaskFilesProps = {
  containerRef: RefObject<HTMLElement | null>
  groups: readonly FileGroup[]
  shownId: number | undefined
  onShow: (id: number) => void
}

export function TaskFiles({ containerRef, groups, shownId, onShow }: TaskFilesProps) {
  const t = useT('task')
  const [viewMemory] = useState(createViewMemory)
  const tabs = getFileTabs(groups)
  const hasFile = (tab: FileTab) => tab.groups.some(({ files }) => files.some(({ id }) => id === shownId))
  const tab = tabs.find(hasFile) ?? tabs[0]
  if (!tab) return null
  const [group, ...others] = tab.groups
  return (
    <section ref={containerRef} className={styles.files} aria-label={t('files.title')}>
      {tabs.length > 1 && (
        <fieldset className={styles.groups} aria-label={t('files.which')}>
          {tabs.map(({ name, groups }) => (
            <UnstyledButton
              key={name}
              aria-pressed={name === tab.name}
              onClick={() => groups[0]?.files[0] && onShow(groups[0].files[0].id)}
            >
              {t(`files.${name}`)} <span>{groups.reduce((sum, { files }) => sum + files.length, 0)}</span>
            </UnstyledButton>
          ))}
        </fieldset>
      )}
      {others.length > 0 ? (
        <ComparedFiles key={tab.name} tab={tab} shownId={shownId} onShow={onShow} viewMemory={viewMemory} />
      ) : (
        group && (
          <>
            {/* Otherwise a pupil's own photo would look like material of the teacher. */}
            {tabs.length === 1 && <GroupHeading group={group} />}
            <GroupFiles
              key={group.name}
              group={group}
              shownId={shownId}
              onShow={onShow}
              viewMemory={viewMemory}
            />
          </>
        )
      )}
    </section>
  )
}

function GroupHeading({ group: { name, files } }: { group: FileGroup }) {
  const t = useT('task')
  return (
    <h2 className={styles.groups}>
      {t(`files.${name}`)} <span>{files.length}</span>
    </h2>
  )
}

type GroupFilesProps = {
  group: FileGroup
  shownId: number | undefined
  onShow: (id: number) => void
  viewMemory: ViewMemory
}

function GroupFiles({ group, shownId, onShow, viewMemory }: GroupFilesProps) {
  const t = useT('task')
  const queryClient = useQueryClient()
  return (
    <Viewer
      files={group.files}
      shownId={shownId}
      onShow={onShow}
      load={({ document }) => queryClient.ensureQueryData(bytesQuery(document))}
      // Two viewers on one screen need different names.
      label={t(`files.${group.name}`)}
      views={viewMemory}
    />
  )
}

type ComparedFilesProps = Omit<GroupFilesProps, 'group'> & { tab: FileTab }

/** Own files next to the files of the teacher. Shows an own file together with its marked copy. */
function ComparedFiles({ tab, shownId, onShow, viewMemory }: ComparedFilesProps) {
  /** The latest first. A file without a counterpart changes only its own side. */
  const [earlierIds, setEarlierIds] = useState<readonly number[]>([])
  const pairOf = (id: number | undefined) =>
    id === undefined ? [] : [id, findCounterpart(id, tab)].filter(found => found !== undefined)
  const handleShow = (id: number) => {
    setEarlierIds([...new Set([...pairOf(shownId), ...earlierIds])])
    onShow(id)
  }
  const candidates = [...pairOf(shownId), ...earlierIds]
  return (
    <div className={styles.compared}>
      {tab.groups.map(group => (
        <div key={group.name} className={styles.comparedSide}>
          <GroupHeading group={group} />
          <GroupFiles
            group={group}
            shownId={candidates.find(id => group.files.some(file => file.id === id))}
            onShow={handleShow}
            viewMemory={viewMemory}
          />
        </div>
      ))}
    </div>
  )
}
