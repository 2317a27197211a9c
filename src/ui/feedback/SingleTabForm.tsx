import { Box, Button, Group, Stack } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNow } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from './Notice.tsx'

type SingleTabFormProps<T> = {
  /** The draft, as returned by `useDraft`. */
  draft: {
    takeOwnership(): Promise<void>
    restoreEarlier(): Promise<void>
    deleteEarlier(): Promise<void>
  }
  state: {
    value: T | undefined
    earlier: { value: T; savedAt: number } | undefined
    isReadOnly: boolean
    formKey: number
  }
  getLines: (value: T) => readonly string[]
  /** Class of the messages above the form. */
  className?: string | undefined
}

/**
 * A form whose draft only one tab edits. Other tabs show it read-only, with a button to continue there. Shows an
 * earlier version that was not saved in time, until the user restores or discards it.
 */
export function SingleTabForm<T>({ children, ...versions }: SingleTabFormProps<T> & { children: ReactNode }) {
  const { isReadOnly, earlier, formKey } = versions.state
  // Container of the field to focus, because the pressed button no longer exists.
  const [focusContainer, setFocusContainer] = useState<{ at: Element | null | undefined }>()
  useEffect(() => {
    const field = focusContainer?.at?.querySelector<HTMLElement>('textarea, input:not([type="file"])')
    field?.focus()
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length)
  }, [focusContainer])
  return (
    <>
      {(isReadOnly || earlier) && <OtherVersions {...versions} onResume={at => setFocusContainer({ at })} />}
      {!isReadOnly && <Fragment key={formKey}>{children}</Fragment>}
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

function OtherVersions<T>({
  draft,
  state,
  getLines,
  className = '',
  onResume,
}: SingleTabFormProps<T> & ResumeProps) {
  const { value, earlier, isReadOnly } = state
  const t = useT('drafts')
  const format = useFormat()
  const now = useNow()
  const containerRef = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const runAction = (action: Promise<void>) => {
    const container = containerRef.current?.parentElement
    setFailed(false)
    action.then(
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
      {isReadOnly && (
        <Notice
          role="status"
          action={{ label: t('continueHere'), run: () => runAction(draft.takeOwnership()) }}
        >
          {t('readOnly')}
        </Notice>
      )}
      {isReadOnly && value !== undefined && renderText(value)}
      {earlier && (
        <Stack gap="sm" role="status">
          <p>{t('earlier', { when: format.moment(earlier.savedAt, now) })}</p>
          {renderText(earlier.value)}
          <Group gap="sm">
            <Button size="sm" onClick={() => runAction(draft.restoreEarlier())}>
              {t('restore')}
            </Button>
            <Button size="sm" variant="subtle" onClick={() => runAction(draft.deleteEarlier())}>
              {t('discard')}
            </Button>
          </Group>
        </Stack>
      )}
      {failed && (
        <Notice tone="danger" role="alert">
          {t('notStored')}
        </Notice>
      )}
    </Stack>
  )
}
