import { Checkbox } from '@mantine/core'
import { useT } from '../../../i18n/useT.ts'
import { FileKindIcon } from '../../../ui/FileKindIcon.tsx'
import { FileList } from '../FileList.tsx'
import { type HandInFile, type HandInFiles, isPage, movePage } from './handInFiles.ts'
import { PhotoPages } from './PhotoPages.tsx'

type HandInFileFieldsProps = {
  value: HandInFiles
  onChange: (changes: { files: HandInFile[] } | { sendsOriginals: boolean }) => void
}

/** Chosen files before they are handed in: photos as pages, then the others. */
export function HandInFileFields({ value, onChange }: HandInFileFieldsProps) {
  const t = useT('task')
  const { files, sendsOriginals = false } = value
  const pages = files.filter(isPage)
  const others = files.filter(file => !isPage(file))
  const handleRemove = (id: string) => onChange({ files: files.filter(file => file.id !== id) })
  return (
    <>
      {pages.length > 0 && (
        <PhotoPages
          pages={pages}
          sendsOriginals={sendsOriginals}
          onMove={(id, places) => onChange({ files: movePage(files, id, places) })}
          onRemove={handleRemove}
        />
      )}
      {pages.some(({ photo }) => photo?.kind === 'prepared') && (
        <Checkbox
          label={t('form.photos.originals')}
          description={t(sendsOriginals ? 'form.photos.originalsHint' : 'form.photos.preparedHint')}
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
