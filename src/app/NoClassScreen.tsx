import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { query } from '../api/cache/query.ts'
import { me } from '../contract/me.ts'
import { useT } from '../i18n/useT.ts'
import { paths } from '../paths.ts'
import { ScreenMessage } from './ErrorScreen.tsx'
import { AddClassForm } from './shell/AddClassForm.tsx'

/** Shown if the user has no class, or the service can't list them. */
export function NoClassScreen() {
  const t = useT('shell')
  const navigate = useNavigate()
  const { isSuccess } = useQuery(query(me.memberships, {}))
  return (
    <ScreenMessage
      heading={t('appName')}
      icon={<IconUsers aria-hidden />}
      title={isSuccess ? t('noClassesTitle') : t('noMembershipsTitle')}
    >
      <p>{isSuccess ? t('noClassesLead') : t('noMembershipsLead')}</p>
      <AddClassForm onAdded={id => navigate(paths.timetable(id))} />
    </ScreenMessage>
  )
}
