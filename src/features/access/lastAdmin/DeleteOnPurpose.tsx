import { Button, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { normalized } from '../../../lib/normalized.ts'
import type { AccessOf } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import type { ContentWords } from '../content/useContentWords.ts'
import type { Failure, Outcome } from '../permissionWrites.ts'
import styles from './LastAdmin.module.css'

type DeleteOnPurposeProps = {
  of: AccessOf
  content: ContentWords
  remove: () => Promise<Outcome>
  reasonOf: (failure: Failure) => string
  onDeleted: () => void
  /** Nothing was deleted: the list of who has access is not what it was. */
  onStopped: () => void
}

/** Deletes the content with its last admin, once its name was typed. */
export function DeleteOnPurpose(props: DeleteOnPurposeProps) {
  const { of, content, remove, reasonOf, onDeleted, onStopped } = props
  const t = useT('access')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const wanted = nameToType(content.name, t(`numbered.${content.kind}`, { id: String(of.id) }))
  const ready = isTyped(typed, wanted)

  const run = async () => {
    if (!ready || busy) return
    setBusy(true)
    setReason(undefined)
    const outcome = await remove()
    setBusy(false)
    if (outcome.kind === 'done') onDeleted()
    else if (outcome.kind === 'failed') setReason(reasonOf(outcome.failure))
    else if (outcome.kind !== 'ignored') onStopped()
  }
  return (
    <fieldset className={styles.way} aria-label={t('last.delete')}>
      <h3>{t('last.delete')}</h3>
      <p className={styles.type} id={id}>
        {t.rich('last.type', {
          name: wanted,
          b: chunks => (
            <b>
              <bdi>{chunks}</bdi>
            </b>
          ),
        })}
      </p>
      <div className={styles.row}>
        <TextInput
          className={styles.field ?? ''}
          aria-label={t('last.typed')}
          attributes={{ input: { 'aria-describedby': id } }}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (!event.repeat) void run()
          }}
        />
        <Button
          className={ready ? (styles.danger ?? '') : ''}
          disabled={!ready}
          aria-disabled={busy}
          onClick={() => void run()}
          leftSection={<IconTrash aria-hidden />}
        >
          {busy ? t('last.deleting') : t(`delete.${content.kind}`)}
        </Button>
      </div>
      {reason !== undefined && (
        <Notice tone="danger" role="alert">
          {t('last.failed.delete', { reason })}
        </Notice>
      )}
    </fieldset>
  )
}

/** Nobody types more than this to delete something. */
const longest = 40

/** What no keyboard has: stand-ins for what was taken out, pictures, joiners, marks on nothing. */
const untypable = /\ufffd|\u200c|\u200d|\ufe0f|[\u{1f1e6}-\u{1f1ff}]|\p{Extended_Pictographic}/gu

/**
 * What is to be typed to confirm: the name as it is shown, without what no keyboard has, and of a long one the beginning.
 * `instead` where nothing is left that can be typed.
 */
export function nameToType(name: string, instead: string): string {
  const typable = harmlessName(name).replaceAll(untypable, '').replaceAll(/\s+/gu, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(typable)) return instead
  if (typable.length <= longest) return typable
  const beginning = typable.slice(0, longest)
  const words = beginning.slice(0, beginning.lastIndexOf(' ')).replace(/[\p{P}\s]+$/u, '')
  return words.length > longest / 4 ? words : Array.from(beginning).slice(0, -1).join('')
}

/** Whether it was typed: letter for letter, but for spaces and the kinds of dashes and quotes keyboards differ in. */
export const isTyped = (typed: string, wanted: string): boolean => plain(typed) === plain(wanted)

const plain = (text: string) =>
  normalized(text, 'NFKC')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[‘’‚‛′`´]/g, "'")
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/\s+/gu, ' ')
    .trim()
