import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import { Box, Button, Group, Stack } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { Notice } from '../ui/feedback/Notice.tsx'
import { useNow } from '../ui/SchoolTime.tsx'
import { useFormat } from './useFormat.ts'
import { useT } from './useT.ts'

type OtherTextsProps<T> = {
  /** As `useDraft` gives them. */
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
  /** What there is to read of a version, line by line. */
  lines: (value: T) => readonly string[]
  /** Around what this says, not around the form. */
  className?: string | undefined
}

/**
 * A form whose draft one tab writes. In the others the text stands to be read, as it is saved, with the way to continue
 * there. A text that came too late for the draft is offered above the form until a person uses it or throws it away.
 * The form begins anew where another text came into the draft than what was typed in it.
 */
export function OneWriter<T>({ children, ...texts }: OtherTextsProps<T> & { children: ReactNode }) {
  const { elsewhere, late, replaced } = texts.state
  // Where a person goes on: what they pressed is gone by then.
  const [goesOn, setGoesOn] = useState<{ at: Element | null | undefined }>()
  useEffect(() => {
    const field = goesOn?.at?.querySelector<HTMLElement>('textarea, input:not([type="file"])')
    field?.focus()
    // Behind the last word, as in the other tab.
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

/** The text of the tab that writes, and what came too late. */
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
