import { type DragEvent, useRef, useState } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import { getRow } from '../../../ui/list/rows.ts'
import type { ListNavigation } from '../../../ui/list/useListNavigation.ts'
import type { ListSelection } from '../../../ui/list/useListSelection.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import { entryAttribute } from './useListPosition.ts'

type EntryDragOptions = {
  navigation: Pick<ListNavigation<ClassFile>, 'getRowAt'>
  selection: Pick<ListSelection, 'ids'>
  index: Pick<FileIndex, 'getPath'>
  /** Undefined if entries can't be moved. */
  moveTo: ((ids: Iterable<number>, folderId: number) => void) | undefined
}

/** The browser needs a type of data. Only this list reads what is dragged. */
const dragType = 'application/x-staffroom-entries'

/** Moves the dragged entry, or all selected ones if it is selected, to the folder on which it is dropped. */
export function useEntryDrag({ navigation, selection, index, moveTo }: EntryDragOptions) {
  const draggedIds = useRef<ReadonlySet<number>>(new Set())
  const [targetId, setTargetId] = useState<number>()

  const findTarget = ({ target }: DragEvent): ClassFile | undefined => {
    const folder = draggedIds.current.size > 0 ? navigation.getRowAt(target) : undefined
    if (!folder?.is_dir || !folder.can_write) return undefined
    return index.getPath(folder.id).some(({ id }) => draggedIds.current.has(id)) ? undefined : folder
  }
  const end = () => {
    draggedIds.current = new Set()
    setTargetId(undefined)
  }
  return {
    /** Folder that would receive the entries. */
    targetId,
    handlers: moveTo && {
      onDragStart: (event: DragEvent) => {
        const entry = navigation.getRowAt(event.target)
        const row = getRow(event.target, entryAttribute)
        if (!entry?.can_write || !row || event.target instanceof HTMLInputElement) return
        draggedIds.current = selection.ids.has(entry.id) ? selection.ids : new Set([entry.id])
        event.dataTransfer.setData(dragType, String(entry.id))
        event.dataTransfer.effectAllowed = 'move'
        // The drag may have started on the link in the row.
        event.dataTransfer.setDragImage(row, 16, 16)
      },
      onDragOver: (event: DragEvent) => {
        const target = findTarget(event)
        setTargetId(target?.id)
        if (!target) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      },
      onDrop: (event: DragEvent) => {
        const target = findTarget(event)
        const ids = draggedIds.current
        end()
        if (!target) return
        event.preventDefault()
        moveTo(ids, target.id)
      },
      onDragEnd: end,
    },
  }
}
