import { Button, Textarea } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import styles from './Overview.module.css'
import type { Pupil } from './overviewModel.ts'

type NameListProps = {
  title: string
  pupils: readonly Pupil[]
  /** Said where there is nobody. */
  nobody: string
  /** Where a name leads. */
  to: (userId: number) => string
}

const shownAtFirst = 30

/** Names to look through and to copy: one a line, for a message or a table. */
export function NameList({ title, pupils, nobody, to }: NameListProps) {
  const t = useT('overview')
  const id = useId()
  const [all, setAll] = useState(false)
  const [copied, setCopied] = useState<'copied' | 'blocked'>()
  const shown = all || pupils.length <= shownAtFirst + 5 ? pupils : pupils.slice(0, shownAtFirst)
  const names = pupils.map(({ name }) => name).join('\n')
  return (
    <section aria-labelledby={id} className={styles.names}>
      <header>
        <h2 id={id} className={styles.heading}>
          {title} <span>{pupils.length}</span>
        </h2>
        {pupils.length > 0 && (
          <Button
            size="sm"
            aria-label={t('copyOf', { list: title })}
            onClick={async () => setCopied((await copy(names)) ? 'copied' : 'blocked')}
          >
            {copied === 'copied' ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
            {t('copy')}
          </Button>
        )}
      </header>
      <p role="status" className={styles.said}>
        {copied === 'copied' && t('copied', { count: pupils.length })}
        {copied === 'blocked' && t('copyYourself')}
      </p>
      {copied === 'blocked' && <Selected label={t('names', { list: title })} text={names} />}
      {pupils.length === 0 && <p className={styles.nobody}>{nobody}</p>}
      <ul>
        {shown.map(pupil => (
          <li key={pupil.id}>
            <Link to={to(pupil.id)}>
              <bdi>{harmlessName(pupil.name)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < pupils.length && (
        <Button variant="subtle" size="sm" onClick={() => setAll(true)}>
          {t('showAll', { count: String(pupils.length) })}
        </Button>
      )}
    </section>
  )
}

/** The names as text that is selected already: copying is then one key. */
function Selected({ label, text }: { label: string; text: string }) {
  const selected = useRef(false)
  return (
    <Textarea
      readOnly
      rows={4}
      aria-label={label}
      className={styles.selected ?? ''}
      value={text}
      ref={field => {
        if (!field || selected.current) return
        selected.current = true
        field.focus()
        field.select()
      }}
    />
  )
}

/** Whether the browser let it be copied: it may be switched off, or there is none on a page without https. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
