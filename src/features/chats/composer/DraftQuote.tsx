import { ActionIcon, Box, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useT } from '../../../i18n/useT.ts'
import { QuoteBlock } from '../message/QuoteBlock.tsx'
import type { Quote } from '../quote.ts'

export function DraftQuote({ quote, onRemove }: { quote: Quote | undefined; onRemove: () => void }) {
  const t = useT('composer')
  if (!quote) return null
  return (
    <Group wrap="nowrap" align="flex-start" gap="xs" px="sm" pt="sm">
      <Box flex={1} miw={0}>
        <QuoteBlock quote={quote} />
      </Box>
      <ActionIcon
        variant="subtle"
        size="sm"
        aria-label={t('removeQuote')}
        title={t('removeQuote')}
        onClick={onRemove}
      >
        <IconX aria-hidden />
      </ActionIcon>
    </Group>
  )
}
