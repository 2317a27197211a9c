import { Box, Center } from '@mantine/core'
import { IconKey, IconListDetails, IconUserQuestion, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadFailed } from '../../../ui/feedback/LoadFailed.tsx'
import { useShortcuts } from '../../../ui/focus/useShortcuts.ts'
import { SegmentedRadios } from '../../../ui/inputs/SegmentedRadios.tsx'
import { ScreenHeader } from '../../../ui/layout/ScreenHeader.tsx'
import { useIsPhone } from '../../../ui/layout/screenSize.ts'
import { useUrlText } from '../../../ui/useUrlText.ts'
import { AccessLostMessage } from '../AccessDrawer.tsx'
import { useAccessWrites } from '../useAccessRequests.tsx'
import { AccessNotices } from './AccessNotices.tsx'
import { AccessSkeleton } from './AccessSkeleton.tsx'
import { type AccessAddress, readAddress, withAddress } from './accessAddress.ts'
import styles from './ClassAccess.module.css'
import { ItemDetail } from './ItemDetail.tsx'
import { useItemTexts } from './ItemMark.tsx'
import { ItemsPane } from './ItemsPane.tsx'
import type { PaneProps } from './PaneRow.tsx'
import { PeoplePane } from './PeoplePane.tsx'
import { PersonDetail } from './PersonDetail.tsx'
import { useClassAccess } from './useClassAccess.ts'
import { usePersonName } from './usePersonName.ts'

/** The chosen person or item is next to the list, on phones on its own page. */
export function ClassAccess({ courseId }: { courseId: number }) {
  const t = useT('classAccess')
  const tErrors = useT('errors')
  const format = useFormat()
  const isPhone = useIsPhone()
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const address = readAddress(search)
  const { view, chosen } = address
  const classAccess = useClassAccess(courseId)
  const getWrites = useAccessWrites()
  const { nameOf } = useItemTexts()
  const [lostMessage, setLostMessage] = useState<string>()
  const searchField = useRef<HTMLInputElement>(null)
  const scrollPosition = useRef(0)
  const person = view === 'people' ? classAccess.people.find(({ key }) => key === chosen) : undefined
  const access = view === 'items' ? classAccess.items.find(({ item }) => item.key === chosen) : undefined

  const createLink = (changes: Partial<AccessAddress>) => {
    const query = withAddress(search, { ...address, ...changes }).toString()
    return query === '' ? pathname : `${pathname}?${query}`
  }
  /** Typing and filters add no history entry. */
  const changeAddress = (changes: Partial<AccessAddress>) =>
    setSearch(latest => withAddress(latest, { ...readAddress(latest), ...changes }), {
      ...{ replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    })
  const {
    text: searchText,
    setText: setSearchText,
    markWritten,
  } = useUrlText(address.searchText, text => changeAddress({ searchText: text }))
  useShortcuts([
    { key: '/', description: t('keys.search'), run: () => searchField.current?.focus() },
    { key: 'ArrowDown', description: t('keys.move') },
    { key: 'Enter', description: t('keys.open') },
  ])
  const views = (['people', 'items'] as const).map(each => ({
    ...{ label: t(`views.${each}`), isCurrent: each === view, view: each },
    to: createLink({ view: each, chosen: undefined, searchText: '', itemSearch: '', onlyAdmin: false }),
  }))
  const nameOfPerson = usePersonName()
  const title = person ? nameOfPerson(person) : access && nameOf(access.item)
  const onAccessLost = (message: string) => setLostMessage(message)
  const isListShown = !isPhone || chosen === undefined
  return (
    <>
      <ScreenHeader
        title={isPhone && title ? title : t('title')}
        documentTitle={title && `${title} · ${t('title')}`}
        back={
          isPhone && chosen !== undefined
            ? { label: t(`back.${view}`), to: createLink({ chosen: undefined }) }
            : undefined
        }
        views={isPhone ? undefined : views}
      />
      {lostMessage !== undefined && (
        <AccessLostMessage message={lostMessage} onClose={() => setLostMessage(undefined)} />
      )}
      {renderContent()}
    </>
  )

  function renderContent() {
    if (classAccess.isLoading) return <AccessSkeleton />
    if (classAccess.people.length === 0 && classAccess.items.length === 0) return renderEmpty()
    return (
      <div className={styles.screen}>
        {isListShown && <AccessNotices classAccess={classAccess} />}
        <div className={styles.panes}>
          {isListShown && renderList()}
          {!(isPhone && chosen === undefined) && renderDetail()}
        </div>
      </div>
    )
  }

  function renderEmpty() {
    const error = classAccess.error ?? classAccess.failed[0]?.error
    return (
      <Box className={styles.whole ?? ''}>
        {error ? (
          <LoadFailed
            title={t('failed')}
            reason={formatError(error, tErrors, format.time)}
            retry={{ label: tErrors('tryAgain'), run: classAccess.retry }}
          />
        ) : (
          <EmptyState icon={<IconKey aria-hidden />} title={t('empty.title')}>
            {t('empty.lead')}
          </EmptyState>
        )}
      </Box>
    )
  }

  function renderList() {
    const { onlyAdmin } = address
    const pane: PaneProps = {
      search: { text: searchText, onTextChange: setSearchText, inputRef: searchField },
      chosen,
      scrollPosition,
      getLink: ({ key }) => createLink({ chosen: key, searchText, itemSearch: '' }),
      // The link contains the typed text, which may not be in the address yet.
      onOpen: () => markWritten(searchText),
      header: (
        <>
          {isPhone && (
            <SegmentedRadios
              label={t('views.label')}
              value={view}
              onChange={value => void navigate(views.find(each => each.view === value)?.to ?? '')}
              options={views.map(({ view: value, label }) => ({ value, label }))}
            />
          )}
          {view === 'items' && (
            <SegmentedRadios
              label={t('filter.label')}
              value={onlyAdmin ? 'admin' : 'all'}
              onChange={value => changeAddress({ onlyAdmin: value === 'admin' })}
              options={[
                { value: 'all', label: t('filter.all') },
                { value: 'admin', label: t('filter.oneAdmin') },
              ]}
            />
          )}
        </>
      ),
      empty: (
        <Box p="lg" role="status" c="dimmed">
          {searchText.trim() === '' && onlyAdmin ? t('nothing.oneAdmin') : t(`nothing.${view}`)}
        </Box>
      ),
    }
    if (view === 'items') {
      const items = onlyAdmin
        ? classAccess.items.filter(item => item.onlyAdmin !== undefined)
        : classAccess.items
      return <ItemsPane key="items" {...pane} items={items} />
    }
    return <PeoplePane key="people" {...pane} people={classAccess.people} />
  }

  function renderDetail() {
    if (person) {
      return (
        <PersonDetail
          key={person.key}
          items={classAccess.items}
          people={classAccess.knownPeople}
          {...{ courseId, person, address, changeAddress, getWrites, onAccessLost }}
        />
      )
    }
    if (access) return <ItemDetail key={access.item.key} {...{ courseId, access, onAccessLost }} />
    if (chosen !== undefined) {
      return (
        <Hint icon={<IconUserQuestion aria-hidden />} title={t(`missing.${view}`)}>
          {t('missing.lead')}
        </Hint>
      )
    }
    return view === 'people' ? (
      <Hint icon={<IconUsers aria-hidden />} title={t('choose.people')}>
        {t('choose.peopleLead')}
      </Hint>
    ) : (
      <Hint icon={<IconListDetails aria-hidden />} title={t('choose.items')}>
        {t('choose.itemsLead')}
      </Hint>
    )
  }
}

const Hint = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <Center p="xl">
    <EmptyState icon={icon} title={title}>
      {children}
    </EmptyState>
  </Center>
)
