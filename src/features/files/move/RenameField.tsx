import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { type ClassFile, FileName, maxFileNameLength } from '../../../contract/files.ts'
import { useT } from '../../../i18n/useT.ts'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { splitExtension } from '../model/splitExtension.ts'
import { isNameTaken } from './planMove.ts'
import styles from './RenameField.module.css'

type RenameFieldProps = {
  entry: ClassFile
  /** Other entries of the folder. */
  siblings: readonly ClassFile[]
  rename: (name: string) => Promise<void>
  /** `takesFocus`: the row receives the focus, because a key ended the change. */
  close: (takesFocus: boolean) => void
}

/** In place of the name of an entry. Enter and leaving the field rename it, Escape cancels. */
export function RenameField({ entry, siblings, rename, close }: RenameFieldProps) {
  const t = useT('moveFiles')
  const field = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const isOver = useRef(false)
  const [selectedLength] = useState(() =>
    entry.is_dir ? entry.name.length : splitExtension(entry.name).stem.length,
  )
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(0, selectedLength)
  }, [selectedLength])

  const end = (takesFocus: boolean) => {
    isOver.current = true
    close(takesFocus)
  }
  const findProblem = (name: string): string | undefined => {
    if (name.length > maxFileNameLength) return t('name.tooLong', { max: `${maxFileNameLength}` })
    if (!FileName.safeParse(name).success) return t('name.characters')
    return isNameTaken(siblings, name) ? t('name.taken', { name: sanitizeName(name) }) : undefined
  }
  const submit = async (isByKey: boolean) => {
    if (isOver.current || isSending) return
    const text = field.current?.value.trim() ?? ''
    if (text === '' || text === entry.name) return end(isByKey)
    const found = findProblem(text)
    setProblem(found)
    if (found !== undefined) return
    setSending(true)
    await rename(FileName.parse(text))
    end(isByKey)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isComposing(event.nativeEvent) || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') void submit(true)
    else if (!isSending) end(true)
  }
  return (
    <span className={styles.field}>
      <input
        ref={field}
        defaultValue={entry.name}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('name.label', { name: sanitizeName(entry.name) })}
        aria-invalid={problem !== undefined}
        aria-describedby={problemId}
        readOnly={isSending}
        onKeyDown={handleKeyDown}
        // The row would open, or be selected.
        onClick={stopPropagation}
        onChange={stopPropagation}
        onContextMenu={stopPropagation}
        onBlur={({ currentTarget }) => {
          // Another window took the focus.
          if (document.activeElement !== currentTarget) void submit(false)
        }}
      />
      <span id={problemId} role="alert" className={styles.problem}>
        {problem}
      </span>
    </span>
  )
}

const stopPropagation = (event: SyntheticEvent) => event.stopPropagation()
