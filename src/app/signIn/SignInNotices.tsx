import { Box } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import type { SignInNotice } from '../../paths.ts'
import { Notice, type NoticeTone } from '../../ui/feedback/Notice.tsx'

const noticeTones: Record<SignInNotice, NoticeTone> = {
  declined: 'info',
  expired: 'stale',
  mismatch: 'danger',
  failed: 'warn',
  cookies: 'warn',
  noProfile: 'warn',
  unavailable: 'warn',
  busy: 'stale',
  unreadable: 'warn',
  misconfigured: 'danger',
}
const isNotice = (text: string | null): text is SignInNotice => text !== null && text in noticeTones

type SignInNoticesProps = {
  errorMessage: string | undefined
}

export function SignInNotices({ errorMessage }: SignInNoticesProps) {
  const t = useT('signIn')
  const [searchParams] = useSearchParams()
  const notice = searchParams.get('notice')
  if (errorMessage === undefined && !isNotice(notice)) return null
  return (
    <Box mb="xl">
      {errorMessage !== undefined ? (
        <Notice tone="danger" role="alert">
          {errorMessage}
        </Notice>
      ) : (
        isNotice(notice) && (
          <Notice tone={noticeTones[notice]} role="alert">
            {t.rich(notice, { b: text => <b>{text}</b> })}
          </Notice>
        )
      )}
    </Box>
  )
}
