import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconClipboardCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { isPupil, me } from '../../../contract/me.ts'
import { useT } from '../../../i18n/useT.ts'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import styles from './Composer.module.css'

type ConfirmationButtonProps = { isPressed: boolean; isDisabled: boolean; onClick: () => void }

/** Turns the request for confirmation on and off. Pupils can't ask for confirmation. */
export function ConfirmationButton({ isPressed, isDisabled, onClick }: ConfirmationButtonProps) {
  const t = useT('composer')
  const { data: profile } = useQuery(query(me.get, {}))
  if (profile && isPupil(profile)) return null
  const label = t('confirm')
  return (
    <WhyDisabled reason={isDisabled && t('confirmation.noFiles')}>
      <Button
        variant="subtle"
        size="sm"
        className={styles.toolButton ?? ''}
        aria-label={label}
        aria-pressed={isPressed}
        title={label}
        c={isPressed ? 'var(--accent-text)' : 'dimmed'}
        onClick={onClick}
      >
        <IconClipboardCheck aria-hidden />
        {/* On tablets, the list of chats leaves no space for it. */}
        <Text span inherit visibleFrom="lg">
          {label}
        </Text>
      </Button>
    </WhyDisabled>
  )
}

/** Above the message field while the draft asks for confirmation. */
export function ConfirmationRequest({ onRemove }: { onRemove: () => void }) {
  const t = useT('composer')
  return (
    <Group wrap="nowrap" align="flex-start" gap="xs" px="sm" pt="sm">
      <Group
        wrap="nowrap"
        align="flex-start"
        gap="sm"
        flex={1}
        miw={0}
        fz="sm"
        lh="sm"
        c="var(--accent-text)"
      >
        <IconClipboardCheck aria-hidden style={{ flex: 'none' }} />
        <span role="status">{t('confirmation.lead')}</span>
      </Group>
      <ActionIcon
        variant="subtle"
        size="sm"
        aria-label={t('confirmation.remove')}
        title={t('confirmation.remove')}
        onClick={onRemove}
      >
        <IconX aria-hidden />
      </ActionIcon>
    </Group>
  )
}
