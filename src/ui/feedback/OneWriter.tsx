import { Box, Button, Group, Stack } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNow } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from './Notice.tsx'

type OtherTextsProps<T> = {
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
  lines: (value: T) => readonly string[]
  /** Class of the messages above the form, not of the form. */
  className?: string | undefined
}

/**
 * A form whose draft only one tab edits. Other tabs show the saved text read-only, with a button to continue there. An
 * earlier version that was not saved in time is shown above the form until the user restores or discards it. The form
 * is mounted again if the draft is replaced by another text.
 */
export function OneWriter<T>({ children, ...texts }: OtherTextsProps<T> & { children: ReactNode }) {
  const { elsewhere, late, replaced } = texts.state
  // Container of the field that receives the focus, because the button that was pressed no longer exists.
  const [goesOn, setGoesOn] = useState<{ at: Element | null | undefined }>()
  useEffect(() => {
    const field = goesOn?.at?.querySelector<HTMLElement>('textarea, input:not([type="file"])')
    field?.focus()
    // The cursor is at the end, as in the other tab.
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length)
  }, [goesOn])
  return (
    <>
      {(elsewhere || late.length > 0) && <OtherTexts {...texts} goOn={at => setGoesOn({ at })} />}
      {!elsewhere && <Fragment key={replaced}>{children}</Fragment>}
    </>
  )
}

const quoted = {
  borderLeft: '2px solid var(--rule-strong)',
  margin: 0,
  overflowY: 'auto',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
} as const

type Goes = { goOn: (at: Element | null | undefined) => void }

/** Text of the tab that edits the draft, and versions that were not saved in time. */
function OtherTexts<T>({ draft, state, lines, className = '', goOn }: OtherTextsProps<T> & Goes) {
  const { value, late, elsewhere } = state
  const t = useT('drafts')
  const format = useFormat()
  const now = useNow()
  const place = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const act = (work: Promise<void>) => {
    const around = place.current?.parentElement
    setFailed(false)
    work.then(
      () => goOn(around),
      () => setFailed(true),
    )
  }
  const text = (of: T) => (
    <Box component="blockquote" mah="16rem" pl="md" style={quoted} dir="auto">
      {lines(of)
        .filter(line => line.trim() !== '')
        .join('\n')}
    </Box>
  )
  return (
    <Stack ref={place} gap="md" className={className} style={{ justifySelf: 'stretch' }}>
      {elsewhere && (
        <Notice role="status" action={{ label: t('goOn'), run: () => act(draft.takeOver()) }}>
          {t('elsewhere')}
        </Notice>
      )}
      {elsewhere && value !== undefined && text(value)}
      {late.map(({ id, value: other, savedAt }) => (
        <Stack key={id} gap="sm" role="status">
          <p>{t('late', { when: format.moment(savedAt, now) })}</p>
          {text(other)}
          <Group gap="sm">
            <Button size="sm" onClick={() => act(draft.takeLate(id))}>
              {t('use')}
            </Button>
            <Button size="sm" variant="subtle" onClick={() => act(draft.dropLate(id))}>
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
