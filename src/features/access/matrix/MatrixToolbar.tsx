import { IconChevronDown, IconFilter } from '@tabler/icons-react'
import { useT } from '../../../i18n/useT.ts'
import { SearchField } from '../../../ui/SearchField.tsx'
import { useAddressedText } from '../../../ui/useAddressedText.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { countOf } from './group.ts'
import styles from './MatrixToolbar.module.css'
import type { MatrixAddress } from './matrixAddress.ts'
import type { Matrix } from './narrowed.ts'
import { thingKinds } from './thing.ts'

type MatrixToolbarProps = {
  address: MatrixAddress
  all: Matrix
  shown: Matrix
  /** Of what is loaded. */
  onlyOneAdmin: number
  /** Homework that was due long ago. */
  older: number
  onChange: (to: MatrixAddress) => void
}

/** What is shown of the matrix, and how much that is. */
export function MatrixToolbar({ address, all, shown, onlyOneAdmin, older, onChange }: MatrixToolbarProps) {
  const t = useT('matrix')
  const { typed, type, writing } = useAddressedText(address.find, find => onChange({ ...address, find }))
  const change = (to: Partial<MatrixAddress>) => {
    writing(typed)
    onChange({ ...address, find: typed, ...to })
  }
  const count = (kind: 'people' | 'things') => {
    const [of, part] = [countOf(all[kind]), countOf(shown[kind])]
    return part === of ? t(kind, { shown: part }) : t(`${kind}Of`, { shown: String(part), all: of })
  }
  const counts = `${count('people')} · ${count('things')}`
  const kinds = thingKinds.filter(kind => all.things.some(group => group.kind === kind))
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for some of the browsers in schools.
    <div className={styles.tools} role="search">
      <span className={styles.filter}>
        <SearchField
          label={t('filter')}
          aria-keyshortcuts="/"
          value={typed}
          onText={type}
          onLeave={field => field.blur()}
        />
      </span>
      <span className={styles.choice}>
        <select
          aria-label={t('kind')}
          value={kinds.some(kind => kind === address.kind) ? address.kind : ''}
          onChange={({ currentTarget }) =>
            change({ kind: thingKinds.find(kind => kind === currentTarget.value) })
          }
        >
          <option value="">{t('allKinds')}</option>
          {kinds.map(kind => (
            <option key={kind} value={kind}>
              {t(`groups.${kind}`)}
            </option>
          ))}
        </select>
        <IconChevronDown aria-hidden />
      </span>
      {(onlyOneAdmin > 0 || address.onlyOneAdmin) && (
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={address.onlyOneAdmin}
          onClick={() => change({ onlyOneAdmin: !address.onlyOneAdmin })}
        >
          <IconFilter aria-hidden />
          {t('onlyOneAdmin')} <span>{onlyOneAdmin}</span>
        </button>
      )}
      {older > 0 && (
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={address.older}
          onClick={() => change({ older: !address.older })}
        >
          {t('older')} <span>{older}</span>
        </button>
      )}
      <span className={styles.count}>
        <span aria-hidden>{counts}</span>
        <VisuallyHidden role="status">{counts}</VisuallyHidden>
      </span>
    </div>
  )
}
