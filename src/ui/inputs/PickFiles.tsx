import { FileButton } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

type PickFilesProps = {
  label: string
  onFiles: (files: readonly File[]) => void
  /** What opens the browser's own choice; without it that is done through `ref`. */
  children?: (choose: () => void) => ReactNode
  ref?: Ref<HTMLInputElement>
  /** On phones a photo is taken at once, one. */
  camera?: boolean
}

/** The browser's own choice of files, behind whatever opens it. */
export function PickFiles({ label, onFiles, children, ref, camera = false }: PickFilesProps) {
  return (
    <FileButton
      ref={ref ?? null}
      multiple
      {...(camera && { accept: 'image/*', capture: 'environment' })}
      inputProps={{
        'aria-label': label,
        multiple: !camera,
        // The same file can be chosen again after it was taken out.
        onClick: ({ currentTarget }) => {
          currentTarget.value = ''
        },
      }}
      onChange={onFiles}
    >
      {({ onClick }) => children?.(onClick)}
    </FileButton>
  )
}
