import { Box, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { keyOf, write } from '../../../api/cache/query.ts'
import { isResponseLost } from '../../../api/client/ApiError.ts'
import { maxDaysAhead, scheduledMessages } from '../../../contract/scheduledMessages.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseDay } from '../../../lib/parseDay.ts'
import { toInstant, toSchoolDay } from '../../../lib/schoolTime.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { DateField } from '../../../ui/inputs/DateField.tsx'
import { useSingleAction } from '../../../ui/inputs/useSingleAction.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { AudienceLine } from '../Audience.tsx'
import { getAnswer } from '../quote.ts'
import {
  getNextMorning,
  getSendTimes,
  parseSendTime,
  type SendTime,
  type SendTimeProblem,
} from './sendTimes.ts'
import { useSendTimeFormat } from './useScheduledMessages.ts'
import { useSchoolDays } from './useSchoolDays.ts'

type SendLaterDialogProps = {
  chatId: number
  text: string
  audience: string
  close: () => void
  /** Called with the time, in Unix ms. */
  onScheduled: (instant: number) => void
}

/** The request is sent at once, so that the message does not wait on this device until after its time. */
export function SendLaterDialog({ chatId, text, audience, close, onScheduled }: SendLaterDialogProps) {
  const t = useT('sendLater')
  const format = useFormat()
  const formatReason = useFormatError()
  const formatSendTime = useSendTimeFormat()
  const { timeZone, clock } = useSchoolTime()
  const now = useNow()
  const today = toSchoolDay(now, timeZone)
  const { isSchoolDay, isLoading } = useSchoolDays()
  const [ownTime, setOwnTime] = useState<SendTime>()
  const own = ownTime ?? getNextMorning({ now, timeZone, isSchoolDay })
  const [problem, setProblem] = useState<SendTimeProblem>()
  const client = useQueryClient()
  const schedule = useMutation(write(scheduledMessages.create))
  const runOnce = useSingleAction()

  const send = (time: SendTime) => {
    const instant = parseSendTime(time, { now: clock(), timeZone })
    setProblem(typeof instant === 'string' ? instant : undefined)
    if (typeof instant === 'string') return
    const body = { text, send_at: new Date(instant).toISOString() }
    runOnce(() =>
      schedule.mutateAsync(
        { chat_id: chatId, body },
        {
          onSuccess: () => onScheduled(instant),
          // Without a response, the list shows whether it was scheduled.
          onError: () => void client.invalidateQueries({ queryKey: keyOf(scheduledMessages.list, {}) }),
        },
      ),
    )
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    send(own)
  }
  const change = (patch: Partial<SendTime>) => {
    setProblem(undefined)
    setOwnTime({ ...own, ...patch })
  }
  const problemText = problem && t(`problem.${problem}`, { days: String(maxDaysAhead) })
  const suggestions = getSendTimes({ now, timeZone, isSchoolDay })
  // The holidays are still loading. Only the suggestion for today does not depend on them.
  const shownSuggestions = isLoading ? suggestions.filter(({ day }) => day === today) : suggestions
  const describeDay = (day: string) =>
    [format.fullDay(day), !isLoading && !isSchoolDay(day) && t('noSchool')].filter(Boolean).join('. ')
  return (
    <Dialog title={t('title')} close={{ label: t('close'), run: close }}>
      <Stack gap="lg">
        <Text lineClamp={2} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {getAnswer(text)}
        </Text>
        <AudienceLine sentence={audience} />
        <Stack gap="sm">
          {shownSuggestions.map(time => (
            <Button
              key={`${time.day} ${time.time}`}
              aria-disabled={schedule.isPending}
              onClick={() => send(time)}
            >
              {formatSendTime(toInstant(time.day, time.time, timeZone), now)}
            </Button>
          ))}
        </Stack>
        <form noValidate onSubmit={handleSubmit}>
          <Fieldset legend={t('own')}>
            <Stack gap="md">
              <Group align="flex-start" gap="md">
                <Box w="14rem" maw="100%">
                  <DateField
                    label={t('day')}
                    description={parseDay(own.day, today) === own.day ? describeDay(own.day) : undefined}
                    error={problem === 'time' ? undefined : problemText}
                    value={own.day}
                    today={today}
                    labels={{
                      open: t('calendar'),
                      previous: t('monthBefore'),
                      next: t('monthAfter'),
                      past: t('pastDay'),
                      closed: t('closedDay'),
                    }}
                    getMark={day => (day < today ? 'past' : isSchoolDay(day) ? undefined : 'closed')}
                    onChange={day => change({ day })}
                  />
                </Box>
                <TextInput
                  type="time"
                  label={t('time')}
                  w="8rem"
                  error={problem === 'time' && problemText}
                  value={own.time}
                  onChange={({ currentTarget }) => change({ time: currentTarget.value })}
                />
              </Group>
              <Group>
                <Button type="submit" variant="filled" aria-disabled={schedule.isPending}>
                  {t('schedule')}
                </Button>
              </Group>
            </Stack>
          </Fieldset>
        </form>
        {schedule.error && (
          <Notice tone="danger" role="alert">
            {isResponseLost(schedule.error)
              ? t('noAnswerToSchedule')
              : t('failed', { reason: formatReason(schedule.error) })}
          </Notice>
        )}
        <Text size="sm" c="dimmed">
          {t('lead')}
        </Text>
      </Stack>
    </Dialog>
  )
}
