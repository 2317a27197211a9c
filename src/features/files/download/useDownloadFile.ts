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
import { type Missing, useZips, zipTarget } from './createZips.ts'
import { fetchDocument } from './fetchDocument.ts'
import { zipPlan } from './zipPlan.ts'

/** Downloads single files of a class. A file on another host is opened there. */
export function useDownloadFile() {
  const t = useT('preview')
  const errors = useT('errors')
  const format = useFormat()
  const client = useQueryClient()
  const [loading, setLoading] = useState<ReadonlySet<number>>(new Set())
  const [failure, setFailure] = useState<{ file: ClassFile; error: unknown }>()

  const download = async (file: ClassFile) => {
    const { id, name, document } = file
    if (!document || loading.has(id)) return
    const other = getExternalAddress(document)
    if (other) return void window.open(other.href, '_blank', 'noopener,noreferrer')
    setFailure(undefined)
    setLoading(before => new Set(before).add(id))
    try {
      saveBlob(await fetchDocument(client, document), name)
    } catch (error) {
      setFailure({ file, error })
    } finally {
      setLoading(before => new Set([...before].filter(other => other !== id)))
    }
  }
  return {
    /** Saves a file as a browser download, with a safe name. A file without content is ignored. */
    downloadFile: (file: ClassFile) => void download(file),
    /** IDs of the files that are being downloaded. */
    loading,
    /** Error message of the last failed download. */
    problem:
      failure &&
      t('downloadFailed', {
        name: formatInlineName(failure.file.name),
        reason: formatError(failure.error, errors, format.time),
      }),
    /** Clears the error message. */
    forget: () => setFailure(undefined),
  }
}

/**
 * Returns a function that downloads files and folders as one zip, named after the folder or the parent folder.
 * `ZipProgress` shows its progress. Call it in a click handler.
 */
export function useDownloadZip(): (chosen: readonly ClassFile[], index: FileIndex) => void {
  const t = useT('preview')
  const errors = useT('errors')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const zips = useZips()
  const reason = ({ document, error }: Missing) => {
    if (!document) return t('zip.noContent')
    const other = getExternalAddress(document)
    if (other) return t('zip.elsewhere', { host: other.host })
    return formatError(error, errors, format.time)
  }
  return async (chosen, index) => {
    const [first] = chosen
    if (!first) return
    const plan = zipPlan(chosen, index)
    const folder = chosen.length === 1 && first.is_dir ? first : index.path(first.id).at(-2)
    const name = folder?.name ?? t('zip.name')
    const target = await zipTarget(`${name}.zip`, plan.size)
    if (!target) return
    await zips.start({
      name,
      plan,
      target,
      instant: time => parseInstant(time, timeZone),
      describe: missing => ({
        name: t('zip.missingFile'),
        text: [t('zip.missingHead'), '', ...missing.map(one => `${one.path}: ${reason(one)}`), ''].join(
          '\r\n',
        ),
      }),
    })
  }
}
