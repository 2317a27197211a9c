import { Checkbox } from '@mantine/core'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { FileKindIcon } from '../../../ui/FileKindIcon.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { FileList } from '../FileList.tsx'
import { getFileToSend, type HandInFile, type HandInFiles, isPage, movePage } from './handInFiles.ts'
import { PhotoPages } from './PhotoPages.tsx'

type HandInFileFieldsProps = {
  value: HandInFiles
  onChange: (changes: { files: HandInFile[] } | { sendsOriginals: boolean }) => void
}

/** Chosen files before they are handed in: photos as pages, then the others. */
export function HandInFileFields({ value, onChange }: HandInFileFieldsProps) {
  const t = useT('task')
  const { files, sendsOriginals = false } = value
  const sent = files.map(file => getFileToSend(file, sendsOriginals)).filter(({ isSent }) => isSent)
  const unsent = files.filter(file => !getFileToSend(file, sendsOriginals).isSent)
  const pages = unsent.filter(isPage)
  const others = unsent.filter(file => !isPage(file))
  const prepared = pages.filter(({ photo }) => photo?.kind === 'prepared')
  const format = useFormat()
  const getHint = () => {
    if (sendsOriginals) return t('form.photos.originalsHint')
    const isAnyUnprepared = pages.some(({ photo }) => photo && photo.kind !== 'prepared')
    if (!isAnyUnprepared) return t('form.photos.preparedHint')
    return t('form.photos.somePreparedHint', {
      count: prepared.length,
      names: format.list(prepared.map(({ name }) => sanitizeName(name))),
    })
  }
  const handleRemove = (id: string) => onChange({ files: files.filter(file => file.id !== id) })
  return (
    <>
      {sent.length > 0 && (
        <>
          <p>{t('sending.alreadySent')}</p>
          <FileList files={sent} />
        </>
      )}
      {pages.length > 0 && (
        <PhotoPages
          pages={pages}
          sendsOriginals={sendsOriginals}
          onMove={(id, places) => onChange({ files: movePage(files, id, places) })}
          onRemove={handleRemove}
          onRetry={id =>
            onChange({ files: files.map(file => (file.id === id ? { ...file, photo: undefined } : file)) })
          }
        />
      )}
      {prepared.length > 0 && (
        <Checkbox
          label={t('form.photos.originals')}
          description={getHint()}
          checked={sendsOriginals}
          onChange={event => onChange({ sendsOriginals: event.currentTarget.checked })}
        />
      )}
      {others.length > 0 && (
        <FileList
          files={others}
          icon={file => <FileKindIcon {...file} />}
          remove={{ label: name => t('form.remove', { name }), run: file => handleRemove(file.id) }}
        />
      )}
    </>
  )
}
