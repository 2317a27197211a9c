import { IconFolderPlus, IconFolderUp, IconUpload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useT } from '../../i18n/useT.ts'
import type { ScreenAction } from '../../ui/ScreenHeader.tsx'
import type { UploadFieldRefs } from './UploadFields.tsx'

/** What the bar offers in a folder: nothing to who may not write there. */
export function useHeaderActions(mayCreate: boolean, { files, folder }: UploadFieldRefs, onNew: () => void) {
  const t = useT('files')
  const tUploads = useT('uploads')
  return useMemo(
    (): readonly ScreenAction[] =>
      mayCreate
        ? [
            {
              id: 'folder',
              label: t('new'),
              icon: <IconFolderPlus aria-hidden />,
              look: 'plain',
              run: onNew,
            },
            {
              id: 'uploadFolder',
              label: tUploads('uploadFolder'),
              icon: <IconFolderUp aria-hidden />,
              look: 'plain',
              run: () => folder.current?.click(),
            },
            {
              id: 'upload',
              label: tUploads('upload'),
              icon: <IconUpload aria-hidden />,
              look: 'primary',
              run: () => files.current?.click(),
            },
          ]
        : [],
    [mayCreate, files, folder, onNew, t, tUploads],
  )
}
