import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getExternalAddress } from '../../../api/cache/documentBytes.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { formatInlineName } from '../../../ui/sanitizeName.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import { type MissingFile, useZips } from './createZips.ts'
import { fetchDocument } from './fetchDocument.ts'
import { createZipPlan } from './zipPlan.ts'

/** A file on another host is opened in a new tab. */
export function useDownloadFile() {
  const t = useT('preview')
  const errors = useT('errors')
  const format = useFormat()
  const client = useQueryClient()
  const [loadingIds, setLoadingIds] = useState<ReadonlySet<number>>(new Set())
  const [failure, setFailure] = useState<{ file: ClassFile; error: unknown }>()

  const download = async (file: ClassFile) => {
    const { id, name, document } = file
    if (!document || loadingIds.has(id)) return
    const external = getExternalAddress(document)
    if (external) return void window.open(external.href, '_blank', 'noopener,noreferrer')
    setFailure(undefined)
    setLoadingIds(ids => new Set(ids).add(id))
    try {
      saveBlob(await fetchDocument(client, document), name)
    } catch (error) {
      setFailure({ file, error })
    } finally {
      setLoadingIds(ids => new Set([...ids].filter(other => other !== id)))
    }
  }
  return {
    /** Ignores a file without content. */
    downloadFile: (file: ClassFile) => void download(file),
    loadingIds,
    problem:
      failure &&
      t('downloadFailed', {
        name: formatInlineName(failure.file.name),
        reason: formatError(failure.error, errors, format.time),
      }),
    dismissProblem: () => setFailure(undefined),
  }
}

/** Downloads entries as one zip, named after the folder or the parent folder. */
export function useDownloadZip(): (selected: readonly ClassFile[], index: FileIndex) => void {
  const t = useT('preview')
  const errors = useT('errors')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const zips = useZips()
  const getReason = ({ document, error }: MissingFile) => {
    if (!document) return t('zip.noContent')
    const external = getExternalAddress(document)
    if (external) return t('zip.elsewhere', { host: external.host })
    return formatError(error, errors, format.time)
  }
  return (selected, index) => {
    const [first] = selected
    if (!first) return
    const plan = createZipPlan(selected, index)
    const folder = selected.length === 1 && first.is_dir ? first : index.getPath(first.id).at(-2)
    const name = folder?.name ?? t('zip.name')
    void zips.start({
      name,
      plan,
      parseTime: time => parseInstant(time, timeZone),
      describeMissing(missing) {
        const lines = missing.map(file => `${file.path}: ${getReason(file)}`)
        return {
          name: t('zip.missingFile'),
          text: [t('zip.missingHead'), '', ...lines, ''].join('\r\n'),
        }
      },
    })
  }
}
