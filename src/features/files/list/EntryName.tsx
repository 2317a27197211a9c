import { useT } from '../../../i18n/useT.ts'
import { FileName } from '../../../ui/FileName.tsx'

/** The name of an entry, or a word in its place where there is nothing to be seen of it. */
export function EntryName({ entry: { id, name } }: { entry: { id: number; name: string } }) {
  return name.trim() === '' ? <Unnamed id={id} /> : <FileName name={name} />
}

function Unnamed({ id }: { id: number }) {
  const t = useT('files')
  return <i>{t('unnamed', { id: String(id) })}</i>
}
