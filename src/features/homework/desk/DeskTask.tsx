import { ActionIcon, Button, Group, Text, UnstyledButton } from '@mantine/core'
import { IconCopy, IconDownload, IconFiles, IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { bytesQuery, type DocumentFile, toDocumentFile } from '../../../api/cache/documentBytes.ts'
import { attachmentsOf, type Homework } from '../../../contract/homework.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { getExtension } from '../../../lib/fileKinds.ts'
import { parseInstant, toSchoolDay } from '../../../lib/schoolTime.ts'
import { paths } from '../../../paths.ts'
import { FileKindIcon } from '../../../ui/FileKindIcon.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'
import { FormattedText } from '../../../ui/viewer/FormattedText.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import type { ViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { DueWarning } from '../due/DueWarning.tsx'
import { getDueDetails } from '../times.ts'
import { useMaySetHomework } from '../useMaySetHomework.ts'
import { useSubject } from '../useSubject.ts'
import styles from './DeskTask.module.css'

type DeskTaskProps = {
  homework: Homework
  seenCount: number
  total: number
  views: ViewMemory
}

export function DeskTask({ homework, seenCount, total, views }: DeskTaskProps) {
  const t = useT('task')
  const format = useFormat()
  const { pathname, search } = useLocation()
  const maySetHomework = useMaySetHomework() === true
  const subject = useSubject(homework.course_id, homework)
  const due = useDueDetails(homework.until_datetime)
  const createdAt = useCreatedAtText(homework.created_at)
  const { course_id, id, text, note, note_formatted, points, can_edit, is_submissionable } = homework
  const seenBy = t('desk.seen', { seen: format.number(seenCount), total: format.number(total) })
  return (
    <section className={styles.task} aria-label={t('desk.label')}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title} dir="auto">
            {text}
          </h2>
          <Text size="sm" c="dimmed">
            {createdAt && <span>{t('desk.created', { when: createdAt })}</span>} <span>{seenBy}</span>
          </Text>
        </div>
        <Group gap="sm">
          <Button component={Link} to={paths.papers(course_id, id)} leftSection={<IconFiles aria-hidden />}>
            {t('teacher.papers')}
          </Button>
          {maySetHomework && (
            <Button
              component={Link}
              to={paths.newHomework(course_id, { from: String(id) })}
              state={{ backTo: pathname + search }}
              leftSection={<IconCopy aria-hidden />}
            >
              {t('teacher.again')}
            </Button>
          )}
          {can_edit && (
            <Button
              component={Link}
              to={paths.changeHomework(course_id, id)}
              state={{ backTo: pathname + search }}
              leftSection={<IconPencil aria-hidden />}
            >
              {t('desk.change')}
            </Button>
          )}
        </Group>
      </header>
      <dl className={styles.facts}>
        <Fact label={t('desk.due')}>
          <b>{due ? due.when : t('dueUnknown')}</b>
          {due && <span className={styles.distance}>{due.distance}</span>}
          <DueWarning key={id} homework={homework} />
        </Fact>
        {subject && (
          <Fact label={t('desk.subject')}>
            <span className={styles.subject} style={{ '--subject': subject.colour } as CSSProperties}>
              {subject.name}
            </span>
          </Fact>
        )}
        <Fact label={t('desk.submission')}>
          {t(is_submissionable ? 'desk.submitted' : 'desk.notSubmitted')}
        </Fact>
        {typeof points === 'number' && <Fact label={t('desk.points')}>{format.number(points)}</Fact>}
      </dl>
      <h3>{t('desk.note')}</h3>
      <div className={styles.note}>
        {note?.trim() ? (
          <FormattedText html={note_formatted} text={note} />
        ) : (
          <p className={styles.none}>{t('desk.noNote')}</p>
        )}
      </div>
      <Attachments homework={homework} views={views} />
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Attachments({ homework, views }: Pick<DeskTaskProps, 'homework' | 'views'>) {
  const t = useT('task')
  const format = useFormat()
  const formatReason = useFormatError()
  const queryClient = useQueryClient()
  const [shownId, setShownId] = useState<number>()
  const viewerRef = useRef<HTMLDivElement>(null)
  const files = attachmentsOf(homework).map(toDocumentFile)
  const isViewerOpen = files.some(({ id }) => id === shownId)
  const load = ({ document }: DocumentFile) => queryClient.ensureQueryData(bytesQuery(document))
  const [downloadError, setDownloadError] = useState<unknown>()
  const download = async (file: DocumentFile) => {
    setDownloadError(undefined)
    try {
      saveBlob(await load(file), file.name)
    } catch (error) {
      setDownloadError(error)
    }
  }
  const show = (id: number) => {
    flushSync(() => setShownId(id))
    viewerRef.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <h3>
        {t('files.task')} <span>{files.length}</span>
      </h3>
      {files.length === 0 && <p className={styles.none}>{t('desk.noAttachments')}</p>}
      <ul className={styles.attachments}>
        {files.map(file => (
          <li key={file.id}>
            <UnstyledButton aria-pressed={file.id === shownId} onClick={() => show(file.id)}>
              <span className={styles.fileIcon}>
                <FileKindIcon name={file.name} type={file.type} />
              </span>
              <FileName name={file.name} />
              <span className={styles.fileFacts}>
                {[getExtension(file.name).toUpperCase(), format.fileSize(file.size)]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </UnstyledButton>
            {!file.externalAddress && (
              <ActionIcon
                variant="subtle"
                aria-label={t('desk.download', { name: sanitizeName(file.name) })}
                onClick={() => void download(file)}
              >
                <IconDownload aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {downloadError !== undefined && (
        <Notice tone="danger" role="alert">
          {formatReason(downloadError)}
        </Notice>
      )}
      {isViewerOpen && (
        <div ref={viewerRef} className={styles.viewer}>
          <Viewer files={files} shownId={shownId} onShow={setShownId} load={load} views={views} />
        </div>
      )}
    </>
  )
}

function useDueDetails(until: string) {
  const t = useT('task')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  return getDueDetails(until, { t, format, timeZone, now })
}

function useCreatedAtText(createdAt: string | undefined): string | undefined {
  const t = useT('task')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const at = createdAt === undefined ? undefined : parseInstant(createdAt, timeZone)
  if (at === undefined) return undefined
  return t('at', {
    day: format.dayNear(toSchoolDay(at, timeZone), toSchoolDay(now, timeZone)),
    time: format.time(at),
  })
}
