import { Text } from '@mantine/core'
import { IconFile, IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { type ClassFile, files } from '../../contract/files.ts'
import type { Lesson } from '../../contract/lessons.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { foldText } from '../../lib/foldText.ts'
import { parseInstant } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { FileName } from '../../ui/FileName.tsx'
import styles from './Subject.module.css'
import { OnLink, Quiet, SubjectPart } from './SubjectPart.tsx'

const newestShown = 5

/** The folder with the name of the subject, and its newest files. The text states that it was found by its name. */
export function SubjectFiles({ courseId, subject }: { courseId: number; subject: Lesson }) {
  const t = useT('subject')
  const tErrors = useT('errors')
  const format = useFormat()
  const { data, error, refetch } = useQuery(query(files.list, { course_id: courseId }))
  const folder = useMemo(() => data && subjectFolder(data.rows, subject), [data, subject])
  const none = () => {
    if (data) return !folder && t('files.none')
    if (error?.kind === 'forbidden') return formatError(error, tErrors, format.time)
    return (error?.kind === 'unsupported' || error?.kind === 'notFound') && t('files.closed')
  }
  return (
    <SubjectPart
      title={t('files.title')}
      more={<OnLink to={paths.files(courseId)}>{t('files.all')}</OnLink>}
      emptyMessage={none()}
      result={{ error, refetch }}
      rows={3}
    >
      {data && folder && <FolderOf courseId={courseId} folder={folder} rows={data.rows} />}
    </SubjectPart>
  )
}

type FolderOfProps = { courseId: number; folder: ClassFile; rows: readonly ClassFile[] }

function FolderOf({ courseId, folder, rows }: FolderOfProps) {
  const t = useT('subject')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const { newest, entries } = useMemo(
    () => newestOf(rows, folder.id, { count: newestShown, at: text => parseInstant(text, timeZone) }),
    [rows, folder, timeZone],
  )
  return (
    <>
      <Quiet>{t('files.byName')}</Quiet>
      <ul className={styles.rows}>
        <li className={styles.entry} data-file>
          <IconFolder aria-hidden />
          <Link to={paths.files(courseId, folder.id)}>
            <FileName name={folder.name} />
          </Link>
          <Text span size="sm" c="dimmed">
            {t('files.entries', { count: entries })}
          </Text>
        </li>
        {newest.map(file => {
          const at = parseInstant(file.created_at, timeZone)
          return (
            <li key={file.id} className={styles.entry} data-file>
              <IconFile aria-hidden />
              <Link to={paths.files(courseId, folder.id, { file: String(file.id) })}>
                <FileName name={file.name} />
              </Link>
              <Text span size="sm" c="dimmed">
                {at === undefined ? '' : format.date(at)}
              </Text>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/**
 * Finds the folder with the name of the subject, otherwise with its abbreviation, because api.md does not link files to
 * subjects. Folders at the top come first, then the lowest ID.
 */
export function subjectFolder(
  files: readonly ClassFile[],
  { name, short }: Pick<Lesson, 'name' | 'short'>,
): ClassFile | undefined {
  for (const wanted of [name, short].map(nameOf)) {
    const called = wanted === '' ? [] : files.filter(file => file.is_dir && nameOf(file.name) === wanted)
    const [first] = called.toSorted(
      (a, b) => Number(a.parent_id !== null) - Number(b.parent_id !== null) || a.id - b.id,
    )
    if (first) return first
  }
  return undefined
}

const nameOf = (text: string) => foldText(text.trim())

/**
 * Returns the newest files of a folder and the number of all its entries. A file with an invalid date counts as the
 * oldest.
 */
export function newestOf(
  files: readonly ClassFile[],
  folderId: number,
  { count, at }: { count: number; at: (created: string) => number | undefined },
): { newest: ClassFile[]; entries: number } {
  const inside = files.filter(file => file.parent_id === folderId)
  const dated = inside
    .filter(file => !file.is_dir)
    .map(file => ({ file, added: at(file.created_at) ?? 0 }))
    .toSorted((a, b) => b.added - a.added || b.file.id - a.file.id)
  return { newest: dated.slice(0, count).map(({ file }) => file), entries: inside.length }
}
