import { Box, Button, Group, Stack } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNow } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from './Notice.tsx'

type SingleTabFormProps<T> = {
  /** The draft, as returned by `useDraft`. */
  draft: {
    takeOver(): Promise<void>
    takeLate(id: string): Promise<void>
    dropLate(id: string): Promise<void>
  }
  state: {
    value: T | undefined
    late: readonly { id: string; value: T; savedAt: number }[]
    elsewhere: boolean
    replaced: number
  }
  /** Returns the text of a version as lines. */
  getLines: (value: T) => readonly string[]
  /** Class of the messages above the form, not of the form. */
  className?: string | undefined
}

/**
 * A form whose draft only one tab edits. Other tabs show the saved text read-only, with a button to continue there. An
 * earlier version that was not saved in time is shown above the form until the user restores or discards it. The form
 * is mounted again if the draft is replaced by another text.
 */
export function SingleTabForm<T>({ children, ...texts }: SingleTabFormProps<T> & { children: ReactNode }) {
  const { elsewhere, late, replaced } = texts.state
  // Container of the field that receives the focus, because the button that was pressed no longer exists.
  const [focusContainer, setFocusContainer] = useState<{ at: Element | null | undefined }>()
  useEffect(() => {
    const field = focusContainer?.at?.querySelector<HTMLElement>('textarea, input:not([type="file"])')
    field?.focus()
    // The cursor is at the end, as in the other tab.
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length)
  }, [focusContainer])
  return (
    <>
      {(elsewhere || late.length > 0) && (
        <DraftConflicts {...texts} onResume={at => setFocusContainer({ at })} />
      )}
      {!elsewhere && <Fragment key={replaced}>{children}</Fragment>}
    </>
  )
}

const quoteStyle = {
  borderLeft: '2px solid var(--rule-strong)',
  margin: 0,
  overflowY: 'auto',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
} as const

type ResumeProps = { onResume: (at: Element | null | undefined) => void }

/** Text of the tab that edits the draft, and versions that were not saved in time. */
function DraftConflicts<T>({
  draft,
  state,
  getLines,
  className = '',
  onResume,
}: SingleTabFormProps<T> & ResumeProps) {
  const { value, late, elsewhere } = state
  const t = useT('drafts')
  const format = useFormat()
  const now = useNow()
  const containerRef = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const runAction = (work: Promise<void>) => {
    const container = containerRef.current?.parentElement
    setFailed(false)
    work.then(
      () => onResume(container),
      () => setFailed(true),
    )
  }
  const renderText = (version: T) => (
    <Box component="blockquote" mah="16rem" pl="md" style={quoteStyle} dir="auto">
      {getLines(version)
        .filter(line => line.trim() !== '')
        .join('\n')}
    </Box>
  )
  return (
    <Stack ref={containerRef} gap="md" className={className} style={{ justifySelf: 'stretch' }}>
      {elsewhere && (
        <Notice role="status" action={{ label: t('goOn'), run: () => runAction(draft.takeOver()) }}>
          {t('elsewhere')}
        </Notice>
      )}
      {elsewhere && value !== undefined && renderText(value)}
      {late.map(({ id, value: other, savedAt }) => (
        <Stack key={id} gap="sm" role="status">
          <p>{t('late', { when: format.moment(savedAt, now) })}</p>
          {renderText(other)}
          <Group gap="sm">
            <Button size="sm" onClick={() => runAction(draft.takeLate(id))}>
              {t('use')}
            </Button>
            <Button size="sm" variant="subtle" onClick={() => runAction(draft.dropLate(id))}>
              {t('drop')}
            </Button>
          </Group>
        </Stack>
      ))}
      {failed && (
        <Notice tone="danger" role="alert">
          {t('notStored')}
        </Notice>
      )}
    </Stack>
  )
}
