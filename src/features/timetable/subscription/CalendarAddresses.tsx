import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale } from 'use-intl'
import { query, write } from '../../../api/cache/query.ts'
import { type CalendarSubscription, calendarMinutes, calendars } from '../../../contract/calendar.ts'
import { isPupil, me } from '../../../contract/me.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { isLanguage } from '../../../lib/language.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useSingleAction } from '../../../ui/inputs/useSingleAction.ts'

type CalendarAddressesProps = {
  courseId: number
  className: string
  existing: readonly CalendarSubscription[]
}

type Kind = 'own' | 'class'

/** Below the label, which has a gap to the radio button. */
const alignedDescription = { description: { marginInlineStart: 'var(--space-2)' } }

/** An address is visible only until the dialog is closed, because the service stores only its hash. */
export function CalendarAddresses({ courseId, className, existing }: CalendarAddressesProps) {
  const t = useT('calendar')
  const formatReason = useFormatError()
  const locale = useLocale()
  const user = useQuery(query(me.get, {}))
  const [kind, setKind] = useState<Kind>('own')
  const [addresses, setAddresses] = useState<Partial<Record<Kind, string>>>({})
  const [confirming, setConfirming] = useState<'replace' | 'revoke'>()
  const course_id = kind === 'class' ? courseId : null
  const current = existing.find(each => each.course_id === course_id)
  // The response contains the address.
  const create = useMutation({ ...write(calendars.create), gcTime: 0 })
  const revoke = useMutation(write(calendars.remove))
  const isPending = create.isPending || revoke.isPending
  const runOnce = useSingleAction()
  const error = create.error ?? revoke.error
  const setAddress = (address: string | undefined) =>
    setAddresses(({ [kind]: _previous, ...otherClasses }) =>
      address === undefined ? otherClasses : { ...otherClasses, [kind]: address },
    )

  const reset = () => {
    create.reset()
    revoke.reset()
    setConfirming(undefined)
  }
  const handleCreate = () =>
    runOnce(() => {
      reset()
      const language = isLanguage(locale) ? locale : 'en'
      return create.mutateAsync(
        { body: { course_id, language } },
        { onSuccess: ({ url }) => setAddress(url) },
      )
    })
  const handleRevoke = () =>
    runOnce(() => {
      reset()
      const ids = kind === 'class' ? { course_id: courseId } : {}
      return revoke.mutateAsync(ids, { onSuccess: () => setAddress(undefined) })
    })
  const handleKind = (next: string) => {
    reset()
    setKind(next === 'class' ? 'class' : 'own')
  }

  const address = addresses[kind]
  return (
    <Stack gap="lg">
      <Text>{t('lead')}</Text>
      <Radio.Group label={t('which')} value={kind} onChange={handleKind}>
        <Stack gap="sm" mt="xs">
          <Radio
            value="own"
            styles={alignedDescription}
            label={t('own')}
            description={t(user.data && isPupil(user.data) ? 'ownOfPupil' : 'ownOfTeacher')}
          />
          <Radio
            value="class"
            styles={alignedDescription}
            label={t('ofClass', { className })}
            description={t('ofClassLead')}
          />
        </Stack>
      </Radio.Group>
      <Notice tone="warn">{t('warning')}</Notice>
      {error && (
        <Notice tone="danger" role="alert">
          {formatReason(error)}
        </Notice>
      )}
      {revoke.isSuccess && (
        <Notice tone="ok" role="status">
          {t('revoked')}
        </Notice>
      )}
      {address !== undefined && <NewAddress key={address} address={address} />}
      {address === undefined && current && <CreatedLine createdAt={current.created_at} />}
      <Group gap="sm">
        {current ? (
          <>
            <Button aria-disabled={isPending} onClick={() => setConfirming('replace')}>
              {t('replace')}
            </Button>
            <Button
              variant="subtle"
              c="var(--danger-text)"
              aria-disabled={isPending}
              onClick={() => setConfirming('revoke')}
            >
              {t('revoke')}
            </Button>
          </>
        ) : (
          <Button variant="filled" aria-disabled={isPending} onClick={handleCreate}>
            {t('create')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('delay', { minutes: String(calendarMinutes) })}
      </Text>
      {confirming && (
        <ConfirmDialog
          title={t(`${confirming}Title`)}
          cancel={{ label: t('cancel'), run: () => setConfirming(undefined) }}
          confirm={{ label: t(confirming), run: confirming === 'replace' ? handleCreate : handleRevoke }}
        >
          <p>{t(`${confirming}Lead`)}</p>
        </ConfirmDialog>
      )}
    </Stack>
  )
}

function CreatedLine({ createdAt }: { createdAt: string }) {
  const t = useT('calendar')
  const { date } = useFormat()
  const { timeZone } = useSchoolTime()
  const instant = parseInstant(createdAt, timeZone)
  return <Text>{t('exists', { date: instant === undefined ? createdAt : date(instant) })}</Text>
}

function NewAddress({ address }: { address: string }) {
  const t = useT('calendar')
  const { copy, copied, error } = useClipboard({ timeout: 2 ** 31 - 1 })
  return (
    <Stack gap="sm">
      <Notice tone="ok" role="status">
        {t.rich('shownOnce', { b: text => <b>{text}</b> })}
      </Notice>
      <TextInput
        label={t('address')}
        readOnly
        autoFocus
        value={address}
        error={error ? t('notCopied') : undefined}
        onFocus={event => event.target.select()}
      />
      <Button variant="filled" style={{ alignSelf: 'start' }} onClick={() => copy(address)}>
        {copied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
        {t(copied ? 'copied' : 'copy')}
      </Button>
    </Stack>
  )
}
