import type { RefObject } from 'react'
import { useT } from '../../i18n/useT.ts'
import { pickedFromField } from './uploads/pickedFrom.ts'
import { useAddUploads } from './uploads/useAddUploads.ts'

/** Opens the browser's own choice of files, or of a whole folder. */
export type UploadFieldRefs = {
  files: RefObject<HTMLInputElement | null>
  folder: RefObject<HTMLInputElement | null>
}

type UploadFieldsProps = UploadFieldRefs & { courseId: number; folderId: number }

/** The fields behind the buttons in the bar. What is chosen goes into this folder. */
export function UploadFields({ courseId, folderId, files, folder }: UploadFieldsProps) {
  const t = useT('uploads')
  const add = useAddUploads(courseId)
  const chosen = (input: HTMLInputElement) => {
    void add(pickedFromField(input.files ?? []), folderId)
    // The same can be chosen again after it was taken back.
    input.value = ''
  }
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t('chooseFiles')}
        onChange={({ currentTarget }) => chosen(currentTarget)}
      />
      <input
        ref={input => {
          folder.current = input
          // A whole folder: no attribute React knows.
          if (input) input.webkitdirectory = true
        }}
        type="file"
        hidden
        aria-label={t('chooseFolder')}
        onChange={({ currentTarget }) => chosen(currentTarget)}
      />
    </>
  )
}
