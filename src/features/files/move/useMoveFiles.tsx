import { IconFolderSymlink, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/wire.ts'
import { undoMs } from '../../../delivery/entries/Entry.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { type UndoLine, UndoLines } from '../../../ui/feedback/UndoLines.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { isOverlayOpen } from '../../../ui/focus/overlays.ts'
import { formatInlineName } from '../../../ui/sanitizeName.ts'
import type { ConflictAnswer } from '../conflicts/conflicts.ts'
import styles from '../Files.module.css'
import type { FileIndex } from '../model/fileIndex.ts'
import { createPerUserHook } from '../useClassFiles.ts'
import { type ChangeSet, createEntryChanges } from './entryChanges.ts'
import { type MovePlan, planMove, resolveMove } from './planMove.ts'

const MoveDialog = lazyComponent(async () => (await import('./MoveDialog.tsx')).MoveDialog)
const ConflictDialog = lazyComponent(
  async () => (await import('../conflicts/ConflictDialog.tsx')).ConflictDialog,
)

/** The changes in all classes. */
const useEntryChanges = createPerUserHook(createEntryChanges)

type MoveFilesOptions = {
  courseId: number
  folderId: number
  index: FileIndex
  /** Whether the user may write in the open folder. */
  mayCreate: boolean
  /** Takes the focus when the focused row or line is removed. */
  focusList: () => void
  /** Called before entries move. */
  onMove: () => void
}

/** Renames, moves, cuts and pastes entries. */
export function useMoveFiles(options: MoveFilesOptions) {
  const { courseId, folderId, index, mayCreate, focusList, onMove } = options
  const t = useT('moveFiles')
  const tFiles = useT('files')
  const changes = useEntryChanges()
  const { sets, cut } = useSyncExternalStore(changes.subscribe, changes.getState)
  const toUndoLine = useUndoLine()
  const [idsToMove, setIdsToMove] = useState<readonly number[]>()
  const [conflictingPlan, setConflictingPlan] = useState<MovePlan>()
  const [problem, setProblem] = useState<string>()
  const cutIds = cut?.courseId === courseId ? cut.ids : noIds
  const isDialogOpen = idsToMove !== undefined || conflictingPlan !== undefined
  useFocusAfterDialog(isDialogOpen, focusList)

  const run = (plan: MovePlan, answer: ConflictAnswer | undefined) => {
    setConflictingPlan(undefined)
    if (!answer) return
    onMove()
    void changes.run(courseId, 'move', resolveMove(plan, answer))
  }
  const moveTo = (ids: Iterable<number>, targetId: number) => {
    setIdsToMove(undefined)
    if (!index.isComplete) return setProblem(tFiles('notLoaded'))
    const plan = planMove(ids, targetId, index)
    const [folder] = plan.tooDeep
    setProblem(
      folder
        ? t('tooDeep', { name: formatInlineName(folder.name) })
        : plan.refusedCount > 0
          ? t('kept', { count: plan.refusedCount })
          : undefined,
    )
    if (plan.conflicts.length > 0) setConflictingPlan(plan)
    else run(plan, { forAll: 'keepBoth', exceptions: new Map() })
  }
  const paste = () => {
    if (!mayCreate) return setProblem(t('readOnly'))
    changes.cut(courseId, noIds)
    moveTo(cutIds, folderId)
  }
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event
    if (cutIds.size === 0 || isOverlayOpen()) return
    if (target instanceof Element && target.closest('input, textarea, [contenteditable]')) return
    // Files that were copied later are uploaded instead.
    if (clipboardData?.types.includes('Files')) return changes.cut(courseId, noIds)
    paste()
  })
  useEffect(() => {
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [])

  const shownSets = sets.filter(({ stage, changes: { length } }) => stage !== 'sending' || length > 5)
  const actions = { undo: changes.undo, retry: changes.retry, forget: changes.forget }
  const cutEntries = [...cutIds].map(id => index.get(id)).filter(entry => entry !== undefined)
  return {
    cutIds,
    moveTo,
    askMove: (ids: readonly number[]) =>
      index.isComplete ? setIdsToMove(ids) : setProblem(tFiles('notLoaded')),
    rename: (entry: ClassFile, name: string) =>
      changes.run(courseId, 'rename', [{ entry, name, folderId: entry.parent_id ?? topFolderId }]),
    cut: (ids: ReadonlySet<number>) => {
      const movable = [...ids].filter(id => index.get(id)?.can_write)
      setProblem(movable.length < ids.size ? t('kept', { count: ids.size - movable.length }) : undefined)
      changes.cut(courseId, new Set(movable))
      // Otherwise a picture that was copied before would be pasted.
      const names = movable.map(id => index.get(id)?.name ?? '').join('\n')
      if (movable.length > 0) void navigator.clipboard?.writeText(names).catch(() => undefined)
    },
    cancelCut: () => changes.cut(courseId, noIds),
    /** The dialogs, the undo lines, also of other classes, and notices. */
    notice: (
      <>
        <div className={styles.notices}>
          {cutEntries.length > 0 && (
            <Notice role="status" action={{ label: t('pasteHere'), run: paste }}>
              {t('cut', { count: cutEntries.length, names: formatNames(cutEntries) })}
            </Notice>
          )}
          {problem !== undefined && (
            <Notice tone="warn" role="alert" action={{ label: t('ok'), run: () => setProblem(undefined) }}>
              {problem}
            </Notice>
          )}
        </div>
        <UndoLines
          lines={shownSets.map(set => toUndoLine(set, index, actions))}
          label={t('region')}
          announcement={t('within', { seconds: `${undoMs / 1000}` })}
          durationMs={undoMs}
          onFocusLost={focusList}
        />
        {idsToMove && (
          <MoveDialog
            courseId={courseId}
            folderId={folderId}
            entries={idsToMove.map(id => index.get(id)).filter(entry => entry !== undefined)}
            index={index}
            move={targetId => moveTo(idsToMove, targetId)}
            close={() => setIdsToMove(undefined)}
          />
        )}
        {conflictingPlan && (
          <ConflictDialog
            kind="move"
            conflicts={conflictingPlan.conflicts}
            answer={answer => run(conflictingPlan, answer)}
          />
        )}
      </>
    ),
  }

  function formatNames([first, ...others]: readonly ClassFile[]): string {
    const name = formatInlineName(first?.name ?? '')
    return others.length === 0 ? name : t('and', { name, count: others.length })
  }
}

const noIds: ReadonlySet<number> = new Set()

/** A dialog can't return the focus to a menu item, because the menu is closed. */
function useFocusAfterDialog(isOpen: boolean, focusList: () => void) {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && isFocusLost()) focusList()
    wasOpen.current = isOpen
  }, [isOpen, focusList])
}

type Actions = Record<'undo' | 'retry' | 'forget', (id: number) => void>

function useUndoLine(): (set: ChangeSet, index: FileIndex, actions: Actions) => UndoLine {
  const t = useT('moveFiles')
  const tFiles = useT('files')
  const formatError = useFormatError()
  return ({ id, kind, stage, changes, error }, index, { undo, retry, forget }) => {
    const [first] = changes
    const name = formatInlineName((kind === 'rename' ? first?.name : first?.entry.name) ?? '')
    const names = changes.length === 1 ? name : t('and', { name, count: changes.length - 1 })
    const icon = kind === 'rename' ? IconPencil : IconFolderSymlink
    if (stage === 'failed') {
      const isTaken = error instanceof ApiError && error.problem === 'name_taken'
      const reason = isTaken ? t('nameTaken') : formatError(error)
      return {
        ...{
          id,
          stage,
          icon,
          text: renderLine(t(`failed.${kind}`, { count: changes.length }), names, reason),
        },
        actions: [
          { label: t('again'), run: () => retry(id) },
          { label: t('dismiss'), run: () => forget(id) },
        ],
      }
    }
    if (stage === 'sending') {
      return { id, stage, icon, text: t('sending', { count: changes.length }), actions: [] }
    }
    const folder = index.get(first?.folderId ?? topFolderId)
    const folderName = folder ? formatInlineName(folder.name) : tFiles('top')
    const sentence = kind === 'rename' ? t('renamed') : t('moved', { folder: folderName })
    return {
      ...{ id, stage, icon, text: renderLine(sentence, names) },
      actions: [{ label: t('undo'), ariaLabel: t(`undoThis.${kind}`, { names }), run: () => undo(id) }],
    }
  }
}

const renderLine = (sentence: string, names: string, reason?: string): ReactNode => (
  <>
    {sentence} <b>{names}</b> {reason}
  </>
)
