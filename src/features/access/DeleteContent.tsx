import { Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { normalizeText } from '../../lib/normalizeText.ts'
import { truncateText } from '../../lib/truncateText.ts'
import type { ContentRef } from '../../paths.ts'
import { TypeToConfirm } from '../../ui/feedback/ConfirmDialog.tsx'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import styles from './Access.module.css'
import { useFailureText } from './accessTexts.ts'
import type { ContentInfo } from './contentInfo.ts'
import type { RequestOutcome } from './permissionWrites.ts'

type DeleteContentProps = {
  resource: ContentRef
  content: ContentInfo
  remove: () => Promise<RequestOutcome>
  onDeleted: () => void
  /** The list of people with access had changed. */
  onStopped: () => void
}

export function DeleteContent(props: DeleteContentProps) {
  const { resource, content, remove, onDeleted, onStopped } = props
  const t = useT('access')
  const formatFailure = useFailureText()
  const [isBusy, setIsBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const textToType = getTextToType(content.name, t(`numbered.${content.kind}`, { id: String(resource.id) }))

  const run = async () => {
    setIsBusy(true)
    setReason(undefined)
    const outcome = await remove()
    setIsBusy(false)
    if (outcome.kind === 'done') onDeleted()
    else if (outcome.kind === 'failed') setReason(formatFailure(outcome.failure))
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
            name: textToType,
            b: chunks => (
              <b>
                <bdi translate="no">{chunks}</bdi>
              </b>
            ),
          }),
        }}
        isValid={typed => matchesTyped(typed, textToType)}
        confirm={{
          label: isBusy ? t('last.deleting') : t(`delete.${content.kind}`),
          icon: <IconTrash aria-hidden />,
          run: () => void run(),
        }}
        isBusy={isBusy}
        failure={reason === undefined ? undefined : t('last.failed.delete', { reason })}
      />
    </Stack>
  )
}

const maxTextLength = 40

/** Replacement characters, emoji, joiners and variation selectors. */
const untypableCharacters = /\ufffd|\u200c|\u200d|\ufe0f|[\u{1f1e6}-\u{1f1ff}]|\p{Extended_Pictographic}/gu

/**
 * Returns the name without characters that keyboards lack, shortened. Returns `fallback` without letters and
 * digits.
 */
export function getTextToType(name: string, fallback: string): string {
  const typable = sanitizeName(name).replaceAll(untypableCharacters, '').replaceAll(/\s+/gu, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(typable)) return fallback
  if (typable.length <= maxTextLength) return typable
  const beginning = truncateText(typable, maxTextLength)
  const words = beginning.slice(0, beginning.lastIndexOf(' ')).replace(/[\p{P}\s]+$/u, '')
  return words.length > maxTextLength / 4 ? words : beginning
}

/** Keyboards differ in dashes and quotes. */
export const matchesTyped = (typed: string, textToType: string): boolean =>
  normalizeTyped(typed) === normalizeTyped(textToType)

const normalizeTyped = (text: string) =>
  normalizeText(text, 'NFKC')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[‘’‚‛′`´]/g, "'")
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/\s+/gu, ' ')
    .trim()
