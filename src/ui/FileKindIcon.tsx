import { IconFile, IconFileText, IconFileTypePdf, IconMicrophone, IconPhoto } from '@tabler/icons-react'
import { type FileKind, getFileKind } from '../lib/fileKinds.ts'

const icons: Partial<Record<FileKind, typeof IconFile>> = {
  image: IconPhoto,
  pdf: IconFileTypePdf,
  text: IconFileText,
  audio: IconMicrophone,
}

export function FileKindIcon({ name, type = '' }: { name: string; type?: string | undefined }) {
  const Icon = icons[getFileKind({ name, type })] ?? IconFile
  return <Icon aria-hidden />
}
