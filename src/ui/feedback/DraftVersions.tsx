import { Box, Button, Group, Stack } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNow } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from './Notice.tsx'

type DraftVersionsProps<T> = {
  /** The draft, as returned by `useDraft`. */
  draft: { restoreEarlier(): Promise<void>; deleteEarlier(): Promise<void> }
  state: { earlier: { value: T; savedAt: number } | undefined; formKey: number }
  getLines: (value: T) => readonly string[]
  /** Class of the message above the form. */
  className?: string | undefined
}

/**
 * A form with a draft. Above it, shows text that another tab or Edit replaced, until the user restores or discards it.
 * Remounts the form when another tab has saved the draft.
 */
export function DraftVersions<T>({ children, ...versions }: DraftVersionsProps<T> & { children: ReactNode }) {
  const { earlier, formKey } = versions.state
  // Container of the field to focus, because the pressed button no longer exists.
  const [focusContainer, setFocusContainer] = useState<{ at: Element | null | undefined }>()
  useEffect(() => {
    const field = focusContainer?.at?.querySelector<HTMLElement>('textarea, input:not([type="file"])')
    field?.focus()
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length)
  }, [focusContainer])
  return (
    <>
      {earlier && (
        <EarlierVersion {...versions} earlier={earlier} onResume={at => setFocusContainer({ at })} />
      )}
      <Fragment key={formKey}>{children}</Fragment>
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

type EarlierVersionProps<T> = Omit<DraftVersionsProps<T>, 'state'> & {
  earlier: { value: T; savedAt: number }
  onResume: (at: Element | null | undefined) => void
}

function EarlierVersion<T>({ draft, earlier, getLines, className = '', onResume }: EarlierVersionProps<T>) {
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
  return (
    <Stack ref={containerRef} gap="sm" className={className} style={{ justifySelf: 'stretch' }} role="status">
      <p>{t('earlier', { when: format.moment(earlier.savedAt, now) })}</p>
      <Box component="blockquote" mah="16rem" pl="md" style={quoteStyle} dir="auto">
        {getLines(earlier.value)
          .filter(line => line.trim() !== '')
          .join('\n')}
      </Box>
      <Group gap="sm">
        <Button size="sm" onClick={() => runAction(draft.restoreEarlier())}>
          {t('restore')}
        </Button>
        <Button size="sm" variant="subtle" onClick={() => runAction(draft.deleteEarlier())}>
          {t('discard')}
        </Button>
      </Group>
      {failed && (
        <Notice tone="danger" role="alert">
          {t('notStored')}
        </Notice>
      )}
    </Stack>
  )
}
