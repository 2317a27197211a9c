import type { T } from '../../i18n/useT.ts'

/** How a class is called in a sentence and on its badge; by its number where it has no name. */
export function classTitle(known: { id: number; name: string | undefined }, t: T<'shell'>) {
  const name = known.name?.trim()
  return name
    ? { title: t('classNamed', { name }), short: name, crest: [...name].slice(0, 3).join('') }
    : {
        title: t('classNumber', { id: String(known.id) }),
        short: `${known.id}`,
        crest: known.id < 1000 ? `${known.id}` : '#',
      }
}
