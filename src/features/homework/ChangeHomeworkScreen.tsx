import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { Drawer } from '../../ui/layout/Drawer.tsx'
import { usePerson } from '../../ui/Person.tsx'
import { usePersonStorage } from '../../ui/PersonStorage.tsx'
import { ChangeHomeworkForm } from './form/ChangeHomeworkForm.tsx'
import { FormSkeleton } from './form/FormSkeleton.tsx'
import { FormFailed } from './form/HomeworkFields.tsx'
import { rememberedHomework } from './list/rememberedHomework.ts'
import { listOf } from './list/useHomeworkAddress.ts'

/** /classes/:courseId/homework/:homeworkId/change: the form over the list. Another homework starts anew. */
export function ChangeHomeworkScreen() {
  const t = useT('homework')
  const navigate = useNavigate()
  const { state } = useLocation()
  const params = useParams()
  const storage = usePersonStorage()
  const person = usePerson()
  const courseId = Number(params.courseId)
  const homeworkId = Number(params.homeworkId)
  const subjects = useQuery(query(lessons.list, { course_id: courseId }))
  // Asked for anew, so that what is changed is what is there.
  const opened = useQuery({
    ...query(homework.get, { course_id: courseId, homework_id: homeworkId }),
    refetchOnMount: 'always',
  })
  const list = paths.homework(courseId) + listOf(state)
  const close = () => void navigate(list)
  const fresh = opened.data !== undefined && !(opened.isFetching && opened.isStale)

  return (
    <Drawer title={t('form.changeTitle')} close={{ label: t('form.close'), run: close }}>
      {opened.data?.can_edit === false ? (
        <FormFailed sentence={t('form.gone')} />
      ) : opened.data && subjects.data && (fresh || opened.isFetchedAfterMount) ? (
        <Suspense fallback={<FormSkeleton />}>
          <ChangeHomeworkForm
            key={homeworkId}
            courseId={courseId}
            homework={opened.data}
            subjects={subjects.data.rows}
            onClose={close}
            onDone={said => void navigate(list, { state: { saved: { id: homeworkId, said } } })}
            onDeleted={said => {
              rememberedHomework(storage, person.id, courseId).remove(homeworkId)
              void navigate(list, { state: { saved: { id: homeworkId, said } } })
            }}
          />
        </Suspense>
      ) : (opened.error ?? subjects.error) ? (
        <FormFailed
          error={opened.error ?? subjects.error ?? new Error('not loaded')}
          retry={() => {
            void opened.refetch()
            void subjects.refetch()
          }}
        />
      ) : (
        <FormSkeleton />
      )}
    </Drawer>
  )
}
