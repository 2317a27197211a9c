import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { bytesOf } from '../../../api/documentBytes.ts'
import { useT } from '../../../i18n/useT.ts'
import { useViewerWords } from '../../../i18n/useViewerWords.ts'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { createViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import type { FileGroup } from './fileGroups.ts'
import styles from './Task.module.css'

type TaskFilesProps = {
  place: RefObject<HTMLElement | null>
  groups: readonly FileGroup[]
  /** Id of the file on show; the group it is of shows with it. */
  shown: number | undefined
  onShow: (id: number) => void
}

/** The files of the task, of the own work and of the correction, one group at a time. */
export function TaskFiles({ place, groups, shown, onShow }: TaskFilesProps) {
  const t = useT('task')
  const words = useViewerWords()
  const queryClient = useQueryClient()
  const [views] = useState(createViewMemory)
  const group = groups.find(({ files }) => files.some(({ id }) => id === shown)) ?? groups[0]
  if (!group) return null
  return (
    <section ref={place} className={styles.files} aria-label={t('files.title')}>
      {groups.length === 1 && (
        <h2 className={styles.groupName}>
          {t(`files.${group.name}`)} <span>{group.files.length}</span>
        </h2>
      )}
      {groups.length > 1 && (
        <fieldset className={styles.groups} aria-label={t('files.which')}>
          {groups.map(({ name, files }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === group.name}
              onClick={() => files[0] && onShow(files[0].id)}
            >
              {t(`files.${name}`)} <span>{files.length}</span>
            </button>
          ))}
        </fieldset>
      )}
      <Viewer
        key={group.name}
        files={group.files}
        shown={shown}
        onShow={onShow}
        load={({ document }) => queryClient.ensureQueryData(bytesOf(document))}
        words={words}
        views={views}
      />
    </section>
  )
}
