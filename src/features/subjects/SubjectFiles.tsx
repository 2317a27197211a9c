import { IconFile, IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { query } from '../../api/query.ts'
import { paths } from '../../app/paths.ts'
import { type ClassFile, files } from '../../contract/files.ts'
import type { Lesson } from '../../contract/lessons.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { instantOf } from '../../lib/schoolTime.ts'
import { FileName } from '../../ui/FileName.tsx'
import { useSchoolTime } from '../../ui/SchoolTime.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import styles from './Subject.module.css'
import { PartFailed, SubjectPart } from './SubjectPart.tsx'
import { newestOf, subjectFolder } from './subjectFolder.ts'

const newestShown = 5

/** The folder called like the subject, with its newest files; said plainly to be a guess by name. */
export function SubjectFiles({ courseId, subject }: { courseId: number; subject: Lesson }) {
  const t = useT('subject')
  const tErrors = useT('errors')
  const format = useFormat()
  const { data, error, refetch } = useQuery(query(files.list, { course_id: courseId }))
  const folder = useMemo(() => data && subjectFolder(data.rows, subject), [data, subject])
  return (
    <SubjectPart
      title={t('files.title')}
      more={
        <Link className={styles.more} to={paths.files(courseId)}>
          {t('files.all')}
        </Link>
      }
    >
      {data && folder ? (
        <FolderOf courseId={courseId} folder={folder} rows={data.rows} />
      ) : data ? (
        <p className={styles.quiet}>{t('files.none')}</p>
      ) : error?.kind === 'unsupported' || error?.kind === 'notFound' ? (
        <p className={styles.quiet}>{t('files.closed')}</p>
      ) : error?.kind === 'forbidden' ? (
        <p className={styles.quiet}>{errorSentence(error, tErrors, format.time)}</p>
      ) : error && error.kind !== 'signedOut' ? (
        <PartFailed error={error} retry={() => void refetch()} />
      ) : (
        <RowsSkeleton rows={3} />
      )}
    </SubjectPart>
  )
}

type FolderOfProps = { courseId: number; folder: ClassFile; rows: readonly ClassFile[] }

function FolderOf({ courseId, folder, rows }: FolderOfProps) {
  const t = useT('subject')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const { newest, entries } = useMemo(
    () => newestOf(rows, folder.id, { count: newestShown, at: text => instantOf(text, timeZone) }),
    [rows, folder, timeZone],
  )
  return (
    <>
      <p className={styles.quiet}>{t('files.byName')}</p>
      <ul className={styles.rows}>
        <li className={styles.file}>
          <IconFolder aria-hidden />
          <Link to={paths.files(courseId, folder.id)}>
            <FileName name={folder.name} />
          </Link>
          <span className={styles.due}>{t('files.entries', { count: entries })}</span>
        </li>
        {newest.map(file => {
          const at = instantOf(file.created_at, timeZone)
          return (
            <li key={file.id} className={styles.file}>
              <IconFile aria-hidden />
              <Link to={paths.files(courseId, folder.id, { file: String(file.id) })}>
                <FileName name={file.name} />
              </Link>
              <span className={styles.due}>{at === undefined ? '' : format.date(at)}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
