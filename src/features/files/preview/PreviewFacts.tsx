import type { ReactNode } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { shownName } from '../delete/shownName.ts'
import { addedWords } from '../list/addedWords.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import { kindWords } from './kindWords.ts'
import styles from './PreviewPane.module.css'

/** Kind, size, age, place, and what the reader may do with it. */
export function PreviewFacts({ file, index }: { file: ClassFile; index: FileIndex }) {
  const t = useT('preview')
  const tFiles = useT('files')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const when = (text: string) => {
    const { brief, exact } = addedWords(text, { now, timeZone, format, t: tFiles })
    return <time title={exact}>{brief}</time>
  }
  const { document, created_at } = file
  const folders = index.path(file.id).slice(0, -1)
  // A second upload is a new version: it came after the file was made. A few minutes are the upload itself.
  const version = document?.uploaded
  const isLater = version && version.slice(0, 10) !== created_at.slice(0, 10)
  return (
    <dl className={styles.facts}>
      <Fact name={t('kind')}>{kindWords(file, t)}</Fact>
      {document && <Fact name={t('size')}>{format.fileSize(document.size)}</Fact>}
      <Fact name={t('added')}>{when(created_at)}</Fact>
      {isLater && <Fact name={t('version')}>{when(version)}</Fact>}
      <Fact name={t('folder')}>
        {folders.length === 0 ? t('topFolder') : folders.map(({ name }) => shownName(name)).join(' / ')}
      </Fact>
      <Fact name={t('rights')}>{t(file.can_write ? 'mayChange' : 'mayRead')}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
