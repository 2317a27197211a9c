import { Box, Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { query } from '../../../api/cache/query.ts'
import { isPupil, me } from '../../../contract/me.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ScreenHeader } from '../../../ui/layout/ScreenHeader.tsx'
import { AccessSkeleton } from './AccessSkeleton.tsx'
import styles from './ClassAccess.module.css'
import { ClassAccess } from './ClassAccess.tsx'

/** /classes/:courseId/access?view=items&person=&item=&find=&only=admin&within=. For teachers. */
export function AccessScreen() {
  const t = useT('classAccess')
  const courseId = Number(useParams().courseId)
  const { data, error } = useQuery(query(me.get, {}))
  if (data ? !isPupil(data) : error) return <ClassAccess key={courseId} courseId={courseId} />
  return (
    <>
      <ScreenHeader title={t('title')} />
      {data ? (
        <Box className={styles.whole ?? ''}>
          <EmptyState
            icon={<IconKey aria-hidden />}
            title={t('pupil.title')}
            actions={
              <Button component={Link} to={paths.timetable(courseId)}>
                {t('pupil.toTimetable')}
              </Button>
            }
          >
            {t('pupil.lead')}
          </EmptyState>
        </Box>
      ) : (
        <AccessSkeleton />
      )}
    </>
  )
}
