import { Box, Button, Group, Progress, Skeleton, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconFilterOff, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { useLocale } from 'use-intl'
import { query } from '../../../api/cache/query.ts'
import { isPupil, me } from '../../../contract/me.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { accessParam, paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadFailed } from '../../../ui/feedback/LoadFailed.tsx'
import { useShortcuts } from '../../../ui/focus/useShortcuts.ts'
import { ScreenHeader } from '../../../ui/layout/ScreenHeader.tsx'
import { useIsPhone } from '../../../ui/layout/screenSize.ts'
import { type MatrixAddress, readAddress, withAddress } from './accessLoader.ts'
import styles from './Matrix.module.css'
import { MatrixGrid } from './MatrixGrid.tsx'
import { MatrixNotices, MatrixToolbar } from './MatrixToolbar.tsx'
import type { MatrixFacts } from './matrixModel.ts'
import { ResourceList } from './ResourceList.tsx'
import { useClassAccess } from './useClassAccess.ts'

/** Padding of content that replaces the matrix. */
const around = 'var(--space-8) var(--side)'

/** /classes/:courseId/access?find=&kind=&admins=one&older=shown. Another class mounts a new screen. */
export function AccessScreen() {
  const t = useT('matrix')
  const courseId = Number(useParams().courseId)
  const { data, error } = useQuery(query(me.get, {}))
  if (data ? !isPupil(data) : error) return <ClassAccess key={courseId} courseId={courseId} />
  return (
    <div className={styles.screen}>
      <ScreenHeader title={t('title')} />
      {data ? (
        <Box p={around}>
          <EmptyState
            icon={<IconKey aria-hidden />}
            title={t('pupil.title')}
            actions={
              <Button component={Link} to={paths.timetable(courseId)}>
                {t('pupil.toTimetable')}
              </Button>
            }
          >
            {t('pupil.lead')}
          </EmptyState>
        </Box>
      ) : (
        <MatrixSkeleton />
      )}
    </div>
  )
}

/** All people of a class and their access to its content. */
export function ClassAccess({ courseId }: { courseId: number }) {
  const t = useT('matrix')
  const tErrors = useT('errors')
  const format = useFormat()
  const screen = useRef<HTMLDivElement>(null)
  const narrow = useIsPhone()
  const [search, setSearch] = useSearchParams()
  const address = readAddress(search)
  /** Typing adds no history entry. */
  const within = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
  const change = (to: MatrixAddress) => setSearch(now => withAddress(now, to), within)
  const language = useLocale()
  const matrix = useClassAccess(courseId, address, language)
  const { all, shown, facts, asking } = matrix
  useFocusBack(screen, key => {
    const resource = all.resources.find(each => each.key === key)
    if (resource) asking.renew(resource.of)
  })
  useShortcuts([
    {
      key: '/',
      description: t('keys.filter'),
      run: () => screen.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
    },
    { key: 'ArrowDown', description: t('keys.move') },
    { key: 'Enter', description: t('keys.open') },
  ])
  const isSettled = facts.loaded + facts.failed === facts.all
  const isFull = all.resources.length > 0 && !matrix.loading
  return (
    <div ref={screen} className={styles.screen}>
      <ScreenHeader title={t('title')} />
      {isFull && (
        <>
          <MatrixToolbar
            address={address}
            all={all}
            shown={shown}
            onlyOneAdmin={facts.onlyOneAdmin}
            older={matrix.older}
            isSettled={isSettled}
            onChange={change}
          />
          <FactsLine facts={facts} retry={matrix.retry} />
          <MatrixNotices {...matrix} />
        </>
      )}
      {content()}
    </div>
  )

  function content() {
    if (matrix.loading) return <MatrixSkeleton />
    const nothing = missing()
    if (nothing) return <Box p={around}>{nothing}</Box>
    const opened = shown.people.length < all.people.length
    return (
      <>
        {narrow ? (
          <ResourceList {...shown} access={matrix.access} asking={asking} opened={opened} />
        ) : (
          <MatrixGrid {...shown} access={matrix.access} asking={asking} />
        )}
        <Group
          component="p"
          flex="none"
          gap="0 var(--space-4)"
          c="var(--text-3)"
          fz="xs"
          lh="xs"
          p="var(--space-2) var(--side)"
        >
          {!narrow && <span>{t('legend.empty')}</span>}
          {shown.resources.some(({ kind }) => kind === 'chat') && <span>{t('legend.chats')}</span>}
        </Group>
      </>
    )
  }

  function missing() {
    if (all.resources.length === 0) {
      const failure = matrix.failed.find(({ kind }) => kind !== 'people')
      return failure ? (
        <LoadFailed
          title={t('failed')}
          reason={errorSentence(failure.error, tErrors, format.time)}
          retry={{ label: t('tryAgain'), run: matrix.retry }}
        />
      ) : (
        <EmptyState icon={<IconKey aria-hidden />} title={t('empty.title')}>
          {t('empty.lead')}
        </EmptyState>
      )
    }
    if (shown.resources.length > 0 && (shown.people.length > 0 || all.people.length === 0)) return null
    return (
      <EmptyState
        icon={<IconFilterOff aria-hidden />}
        title={t(isSettled ? 'nothing.title' : 'nothing.soFar')}
        actions={
          <Button onClick={() => change({ ...address, find: '', kind: undefined, onlyOneAdmin: false })}>
            {t('nothing.clear')}
          </Button>
        }
      >
        {isSettled
          ? t('nothing.lead', { people: all.people.length, resources: all.resources.length })
          : t('progress', { loaded: String(facts.loaded), all: String(facts.all) })}
      </EmptyState>
    )
  }
}

/**
 * When the drawer closes, moves the focus back to where it was opened: the current cell of the grid, or the link on a
 * phone. Calls `closed` with the key of the drawer's resource (`Resource.key`).
 */
function useFocusBack(screen: RefObject<HTMLElement | null>, closed: (key: string) => void): void {
  const opened = useSearchParams()[0].get(accessParam)
  const before = useRef(opened)
  const close = useEffectEvent((key: string) => {
    closed(key)
    const links = [...(screen.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])]
    const link = links.find(({ dataset }) => dataset.opens === key)
    const place = screen.current?.querySelector<HTMLElement>('[data-place][tabindex="0"]')
    ;(link ?? place)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const was = before.current
    before.current = opened
    if (was !== null && opened === null) close(was)
  }, [opened])
}

const told = ['pupilAdmin', 'hidden', 'unasked', 'untold', 'failed'] as const

/** Loading progress, and notable facts about the loaded access. */
function FactsLine({ facts, retry }: { facts: MatrixFacts; retry: () => void }) {
  const t = useT('matrix')
  const { all, loaded, failed } = facts
  const done = loaded + failed === all
  return (
    // It has a fixed minimum height, so that content that appears while loading does not move the page.
    <Group
      gap="0 var(--space-4)"
      mih="calc(var(--line-sm) + var(--space-2))"
      px="var(--side)"
      pb="sm"
      c="dimmed"
      fz="sm"
      lh="sm"
    >
      {loaded < all && (
        <>
          <Progress aria-hidden w="5rem" mr="calc(-1 * var(--space-2))" value={(loaded / all) * 100} />
          <span>{t('progress', { loaded: String(loaded), all: String(all) })}</span>
        </>
      )}
      {told
        .filter(name => facts[name] > 0)
        .map(name => (
          <span key={name}>{t(`facts.${name}`, { count: facts[name] })}</span>
        ))}
      {failed > 0 && (
        <UnstyledButton variant="link" onClick={retry}>
          {t('tryAgain')}
        </UnstyledButton>
      )}
      <VisuallyHidden role="status">{done && t('loadedAll', { all: loaded })}</VisuallyHidden>
    </Group>
  )
}

const lines = ['8rem', '7rem', '9rem', '6rem', '8rem', '7rem', '10rem', '8rem']

/** Placeholder while the lists are loading. */
export function MatrixSkeleton() {
  const t = useT('matrix')
  return (
    <Stack gap="xl" p={around}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {lines.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move.
        <Skeleton key={index} width={width} />
      ))}
    </Stack>
  )
}
