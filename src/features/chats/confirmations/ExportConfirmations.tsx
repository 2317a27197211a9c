import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocale } from 'use-intl'
import type { Message } from '../../../contract/messages.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { type T, useT } from '../../../i18n/useT.ts'
import { type CsvCell, csv, getCsvStyle } from '../../../lib/points.ts'
import { plainDateTime } from '../../../lib/schoolTime.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'
import { getAnswer } from '../quote.ts'
import type { Confirmations } from './confirmation.ts'

type ExportConfirmationsProps = { message: Message; confirmations: Confirmations }

export function ExportConfirmations({ message, confirmations }: ExportConfirmationsProps) {
  const t = useT('confirmations')
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const [status, setStatus] = useState('')
  const save = () => {
    try {
      const text = createConfirmationsCsv(confirmations, t, { timeZone, language })
      const title = truncateText(getAnswer(message.text).trim().replaceAll(/\s+/g, ' '), 60)
      saveBlob(
        new Blob([text], { type: 'text/csv;charset=utf-8' }),
        `${t('export.fileName', { text: title })}.csv`,
      )
      setStatus(t('export.saved'))
    } catch {
      setStatus(t('export.failed'))
    }
  }
  return (
    <>
      <Button variant="subtle" leftSection={<IconDownload aria-hidden />} onClick={save}>
        {t('export.action')}
      </Button>
      <Text span size="sm" c="dimmed" role="status">
        {status}
      </Text>
    </>
  )
}

/**
 * Returns a CSV file with one line per person, people who have not confirmed first. Times are `YYYY-MM-DD HH:MM` in
 * school time. `language` decides the separator.
 */
export function createConfirmationsCsv(
  { confirmed = [], missing, lastAt }: Pick<Confirmations, 'confirmed' | 'missing' | 'lastAt'>,
  t: T<'confirmations'>,
  { timeZone, language }: { timeZone: string; language: string },
): string {
  const hasTimes = lastAt !== undefined
  const formatTime = (at: number | undefined) =>
    at === undefined ? null : plainDateTime(at, timeZone).slice(0, 16)
  const headings = [t('export.name'), t('export.status'), ...(hasTimes ? [t('export.time')] : [])]
  const rows: CsvCell[][] = [
    ...(typeof missing === 'object' ? missing : []).map(({ name }) => [name, t('export.no')]),
    ...confirmed.map(({ name, at }) => [name, t('export.yes'), ...(hasTimes ? [formatTime(at)] : [])]),
  ]
  return csv([headings, ...rows], getCsvStyle(language))
}
