import type { ClassFile } from '../../../contract/files.ts'
import { type FileKind, getExtension, getFileKind } from '../../../lib/fileKinds.ts'

/** `extension` is in capitals. '' without an extension. */
export const getEntryKind = ({
  name,
  document,
}: Pick<ClassFile, 'name' | 'document'>): { kind: FileKind; extension: string } => ({
  kind: getFileKind({ name, type: document?.content_type ?? '' }),
  extension: getExtension(name).toUpperCase(),
})
