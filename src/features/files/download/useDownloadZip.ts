import { elsewhere } from '../../../api/documentBytes.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import type { FileIndex } from '../model/fileIndex.ts'
import { useZips } from './createZips.ts'
import type { Missing } from './writeZip.ts'
import { zipPlan } from './zipPlan.ts'
import { zipTarget } from './zipTarget.ts'

/**
 * Downloads files and folders as one zip, under the name of the folder, or of the one they lie in. `ZipProgress` shows
 * how far it is. To be called within a click.
 */
export function useDownloadZip(): (chosen: readonly ClassFile[], index: FileIndex) => void {
  const t = useT('preview')
  const errors = useT('errors')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const zips = useZips()
  const reason = ({ document, error }: Missing) => {
    if (!document) return t('zip.noContent')
    const other = elsewhere(document)
    if (other) return t('zip.elsewhere', { host: other.host })
    return errorSentence(error, errors, format.time)
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
      instant: time => instantOf(time, timeZone),
      describe: missing => ({
        name: t('zip.missingFile'),
        text: [t('zip.missingHead'), '', ...missing.map(one => `${one.path}: ${reason(one)}`), ''].join(
          '\r\n',
        ),
      }),
    })
  }
}
