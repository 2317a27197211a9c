import type { ClassFile } from '../../../contract/files.ts'
import { type FileKind, getExtension, getFileKind } from '../../../lib/fileKinds.ts'

/** `extension` is in capitals, '' if there is none. */
export const getEntryKind = ({
  name,
  document,
}: Pick<ClassFile, 'name' | 'document'>): { kind: FileKind; extension: string } => ({
  kind: getFileKind({ name, type: document?.content_type ?? '' }),
  extension: getExtension(name).toUpperCase(),
})
