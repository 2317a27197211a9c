import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { write } from '../../../api/cache/query.ts'
import { maxDaysAhead, scheduledMessages } from '../../../contract/scheduledMessages.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseDay } from '../../../lib/parseDay.ts'
import { toInstant, toSchoolDay } from '../../../lib/schoolTime.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { DateField } from '../../../ui/inputs/DateField.tsx'
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
  const [own, setOwn] = useState<SendTime>(() => getNextMorning(clock(), timeZone))
  const [problem, setProblem] = useState<SendTimeProblem>()
  const schedule = useMutation(write(scheduledMessages.create))

  const send = (time: SendTime) => {
    if (schedule.isPending) return
    const instant = parseSendTime(time, { now: clock(), timeZone })
    setProblem(typeof instant === 'string' ? instant : undefined)
    if (typeof instant === 'string') return
    const body = { text, send_at: new Date(instant).toISOString() }
    schedule.mutate({ chat_id: chatId, body }, { onSuccess: () => onScheduled(instant) })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    send(own)
  }
  const change = (patch: Partial<SendTime>) => {
    setProblem(undefined)
    setOwn(current => ({ ...current, ...patch }))
  }
  const problemText = problem && t(`problem.${problem}`, { days: String(maxDaysAhead) })
  return (
    <Dialog title={t('title')} close={{ label: t('close'), run: close }}>
      <Stack gap="lg">
        <Text lineClamp={2} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {getAnswer(text)}
        </Text>
        <AudienceLine sentence={audience} />
        <Stack gap="sm">
          {getSendTimes(now, timeZone).map((time, at) => (
            <Button
              key={`${time.day} ${time.time}`}
              data-autofocus={at === 0 || undefined}
              aria-disabled={schedule.isPending}
              onClick={() => send(time)}
            >
              {formatSendTime(toInstant(time.day, time.time, timeZone), now)}
            </Button>
          ))}
        </Stack>
        <form noValidate onSubmit={handleSubmit}>
          <Fieldset legend={t('own')}>
            <Stack gap="sm">
              <DateField
                label={t('day')}
                description={parseDay(own.day, today) === own.day ? format.fullDay(own.day) : undefined}
                error={problem === 'time' ? undefined : problemText}
                value={own.day}
                today={today}
                labels={{
                  open: t('calendar'),
                  previous: t('monthBefore'),
                  next: t('monthAfter'),
                  past: '',
                  closed: '',
                }}
                onChange={day => change({ day })}
              />
              <TextInput
                type="time"
                label={t('time')}
                error={problem === 'time' && problemText}
                value={own.time}
                onChange={({ currentTarget }) => change({ time: currentTarget.value })}
              />
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
            {t('failed', { reason: formatReason(schedule.error) })}
          </Notice>
        )}
        <Text size="sm" c="dimmed">
          {t('lead')}
        </Text>
      </Stack>
    </Dialog>
  )
}
