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
import { DimmedText, PageLink, SubjectPart } from './SubjectPart.tsx'

const maxNewestFiles = 5

export function SubjectFiles({ courseId, subject }: { courseId: number; subject: Lesson }) {
  const t = useT('subject')
  const tErrors = useT('errors')
  const format = useFormat()
  const { data, error, refetch } = useQuery(query(files.list, { course_id: courseId }))
  const folder = useMemo(() => data && findSubjectFolder(data.rows, subject), [data, subject])
  const getEmptyMessage = () => {
    if (data) return !folder && t('files.none')
    if (error?.kind === 'forbidden') return formatError(error, tErrors, format.time)
    return (error?.kind === 'unsupported' || error?.kind === 'notFound') && t('files.closed')
  }
  return (
    <SubjectPart
      title={t('files.title')}
      more={<PageLink to={paths.files(courseId)}>{t('topFolder')}</PageLink>}
      emptyMessage={getEmptyMessage()}
      result={{ error, refetch }}
      rows={3}
    >
      {data && folder && <FolderContent courseId={courseId} folder={folder} rows={data.rows} />}
    </SubjectPart>
  )
}

type FolderContentProps = { courseId: number; folder: ClassFile; rows: readonly ClassFile[] }

function FolderContent({ courseId, folder, rows }: FolderContentProps) {
  const t = useT('subject')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const { newest, entries } = useMemo(
    () =>
      findNewestFiles(rows, folder.id, { count: maxNewestFiles, at: text => parseInstant(text, timeZone) }),
    [rows, folder, timeZone],
  )
  return (
    <>
      <DimmedText>{t('files.byName')}</DimmedText>
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
 * By name, otherwise by abbreviation, because api.md does not link files to subjects. Folders at the top come
 * first.
 */
export function findSubjectFolder(
  files: readonly ClassFile[],
  { name, short }: Pick<Lesson, 'name' | 'short'>,
): ClassFile | undefined {
  for (const wantedName of [name, short].map(foldName)) {
    const matches =
      wantedName === '' ? [] : files.filter(file => file.is_dir && foldName(file.name) === wantedName)
    const [first] = matches.toSorted(
      (a, b) => Number(a.parent_id !== null) - Number(b.parent_id !== null) || a.id - b.id,
    )
    if (first) return first
  }
  return undefined
}

const foldName = (text: string) => foldText(text.trim())

/** `entries` counts all entries. A file with an invalid date counts as the oldest. */
export function findNewestFiles(
  files: readonly ClassFile[],
  folderId: number,
  { count, at }: { count: number; at: (created: string) => number | undefined },
): { newest: ClassFile[]; entries: number } {
  const children = files.filter(file => file.parent_id === folderId)
  const datedFiles = children
    .filter(file => !file.is_dir)
    .map(file => ({ file, addedAt: at(file.created_at) ?? 0 }))
    .toSorted((a, b) => b.addedAt - a.addedAt || b.file.id - a.file.id)
  return { newest: datedFiles.slice(0, count).map(({ file }) => file), entries: children.length }
}
