import { Button, NativeSelect, VisuallyHidden } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { AsOf } from '../../../ui/feedback/LoadFailed.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { useAddressedText } from '../../../ui/useAddressedText.ts'
import type { MatrixAddress } from './accessLoader.ts'
import styles from './Matrix.module.css'
import type { Matrix } from './matrixModel.ts'
import { resourceKinds } from './resources.ts'
import type { ClassAccess } from './useClassAccess.ts'

type MatrixToolbarProps = {
  address: MatrixAddress
  all: Matrix
  shown: Matrix
  /** Number of loaded resources with only one admin. */
  onlyOneAdmin: number
  /** Number of homework entries that were due long ago. */
  older: number
  /** Whether all access is loaded, or has failed to load. */
  isSettled: boolean
  onChange: (to: MatrixAddress) => void
}

/** Filters of the matrix, and the numbers of shown people and resources. */
export function MatrixToolbar(props: MatrixToolbarProps) {
  const { address, all, shown, onlyOneAdmin, older, isSettled, onChange } = props
  const t = useT('matrix')
  const { typed, type, writing } = useAddressedText(address.find, find => onChange({ ...address, find }))
  const change = (to: Partial<MatrixAddress>) => {
    writing(typed)
    onChange({ ...address, find: typed, ...to })
  }
  const count = (kind: 'people' | 'resources') => {
    const [of, part] = [all[kind].length, shown[kind].length]
    return part === of ? t(kind, { shown: part }) : t(`${kind}Of`, { shown: String(part), all: of })
  }
  // If a service does not list members, people are only known from grants, which load one by one.
  const isPeopleKnown = all.people.length > 0 || isSettled
  const counts = [...(isPeopleKnown ? [count('people')] : []), count('resources')].join(' · ')
  const kinds = resourceKinds.filter(kind => all.resources.some(group => group.kind === kind))
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
      <NativeSelect
        variant="toolbar"
        className={styles.choice ?? ''}
        aria-label={t('kind')}
        value={kinds.some(kind => kind === address.kind) ? address.kind : ''}
        onChange={({ currentTarget }) =>
          change({ kind: resourceKinds.find(kind => kind === currentTarget.value) })
        }
      >
        <option value="">{t('allKinds')}</option>
        {kinds.map(kind => (
          <option key={kind} value={kind}>
            {t(`groups.${kind}`)}
          </option>
        ))}
      </NativeSelect>
      {(onlyOneAdmin > 0 || address.onlyOneAdmin) && (
        <Button
          className={styles.toggle ?? ''}
          leftSection={<IconFilter aria-hidden color="var(--warn-text)" />}
          aria-pressed={address.onlyOneAdmin}
          onClick={() => change({ onlyOneAdmin: !address.onlyOneAdmin })}
        >
          {t('onlyOneAdmin')} <span className={styles.aside}>{onlyOneAdmin}</span>
        </Button>
      )}
      {older > 0 && (
        <Button
          className={styles.toggle ?? ''}
          aria-pressed={address.older}
          onClick={() => change({ older: !address.older })}
        >
          {t('older')} <span className={styles.aside}>{older}</span>
        </Button>
      )}
      <span className={`${styles.aside} ${styles.counts}`}>
        <span aria-hidden>{counts}</span>
        <VisuallyHidden role="status">{counts}</VisuallyHidden>
      </span>
    </div>
  )
}

type MatrixNoticesProps = Pick<ClassAccess, 'grants' | 'failed' | 'unsupported' | 'unreadable' | 'retry'>

/** Notices about the age of the data, failed requests, and lists that the service does not support. */
export function MatrixNotices(props: MatrixNoticesProps) {
  const { grants, failed, unsupported, retry } = props
  const t = useT('matrix')
  const tErrors = useT('errors')
  const format = useFormat()
  const now = useNow()
  const unreadable = [...grants.access.values()].reduce(
    (sum, each) => sum + (each.state === 'known' ? each.unreadable : 0),
    props.unreadable,
  )
  const again = { label: t('tryAgain'), run: retry }
  return (
    <div className={styles.notices}>
      {grants.error && grants.asOf !== undefined && (
        <AsOf
          sentence={t('stale', {
            when: format.moment(grants.asOf, now),
            reason: errorSentence(grants.error, tErrors, format.time),
          })}
          retry={again}
        />
      )}
      {failed.map(({ kind, error }) => (
        <Notice key={kind} tone="danger" role="alert" action={again}>
          {t(`listFailed.${kind}`)} {errorSentence(error, tErrors, format.time)}
        </Notice>
      ))}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
      {unsupported.includes('people') && <Notice>{t('unsupported.people')}</Notice>}
      {unsupported.includes('homework') && <Notice>{t('unsupported.homework')}</Notice>}
    </div>
  )
}
