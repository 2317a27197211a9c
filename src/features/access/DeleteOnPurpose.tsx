import { Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { normalizeText } from '../../lib/normalizeText.ts'
import { truncateText } from '../../lib/truncateText.ts'
import type { AccessOf } from '../../paths.ts'
import { TypeToConfirm } from '../../ui/feedback/ConfirmDialog.tsx'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import styles from './Access.module.css'
import type { ContentWords } from './contentWords.ts'
import type { Failure, Outcome } from './permissionWrites.ts'

type DeleteOnPurposeProps = {
  of: AccessOf
  content: ContentWords
  remove: () => Promise<Outcome>
  reasonOf: (failure: Failure) => string
  onDeleted: () => void
  /** Called if the deletion was stopped, because the list of people with access had changed. */
  onStopped: () => void
}

/** Deletes the content with its last admin, after the user has typed its name. */
export function DeleteOnPurpose(props: DeleteOnPurposeProps) {
  const { of, content, remove, reasonOf, onDeleted, onStopped } = props
  const t = useT('access')
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const wanted = nameToType(content.name, t(`numbered.${content.kind}`, { id: String(of.id) }))

  const run = async () => {
    setBusy(true)
    setReason(undefined)
    const outcome = await remove()
    setBusy(false)
    if (outcome.kind === 'done') onDeleted()
    else if (outcome.kind === 'failed') setReason(reasonOf(outcome.failure))
    else if (outcome.kind !== 'ignored') onStopped()
  }
  return (
    <Stack component="fieldset" gap="sm" className={styles.way ?? ''} aria-label={t('last.delete')}>
      <Text component="h3" fw={600}>
        {t('last.delete')}
      </Text>
      <TypeToConfirm
        field={{
          'aria-label': t('last.typed'),
          description: t.rich('last.type', {
            name: wanted,
            b: chunks => (
              <b>
                <bdi translate="no">{chunks}</bdi>
              </b>
            ),
          }),
        }}
        isValid={typed => isTyped(typed, wanted)}
        confirm={{
          label: busy ? t('last.deleting') : t(`delete.${content.kind}`),
          icon: <IconTrash aria-hidden />,
          run: () => void run(),
        }}
        isBusy={busy}
        failure={reason === undefined ? undefined : t('last.failed.delete', { reason })}
      />
    </Stack>
  )
}

/** Maximum length of the text to type, in characters. */
const longest = 40

/** Characters that keyboards do not have: replacement characters, emoji, joiners and variation selectors. */
const untypable = /\ufffd|\u200c|\u200d|\ufe0f|[\u{1f1e6}-\u{1f1ff}]|\p{Extended_Pictographic}/gu

/**
 * Returns the text to type: the name as shown, without characters that keyboards do not have. A long name is shortened.
 * Returns `instead` if no letter or digit is left.
 */
export function nameToType(name: string, instead: string): string {
  const typable = sanitizeName(name).replaceAll(untypable, '').replaceAll(/\s+/gu, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(typable)) return instead
  if (typable.length <= longest) return typable
  const beginning = truncateText(typable, longest)
  const words = beginning.slice(0, beginning.lastIndexOf(' ')).replace(/[\p{P}\s]+$/u, '')
  return words.length > longest / 4 ? words : beginning
}

/** Whether the text was typed. Spaces, and the dashes and quotes in which keyboards differ, are normalized. */
export const isTyped = (typed: string, wanted: string): boolean => plain(typed) === plain(wanted)

const plain = (text: string) =>
  normalizeText(text, 'NFKC')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[‘’‚‛′`´]/g, "'")
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/\s+/gu, ' ')
    .trim()
