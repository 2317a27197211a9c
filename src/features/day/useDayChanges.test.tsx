import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { CurrentUserProvider } from '../../session/currentUser.ts'
import { UserStorageProvider } from '../../session/userStorage.tsx'
import { hour, myDay, mySlot, subject } from '../../testing/sampleDays.ts'
import { createMyDays, lessonsOfDay, type MyLesson } from './myDays.ts'
import { useDayChanges } from './useDayChanges.ts'

afterEach(() => localStorage.clear())

const wrapper = ({ children }: { children: ReactNode }) => (
  <CurrentUserProvider value={{ id: 1 }}>
    <UserStorageProvider isTemporary={false}>{children}</UserStorageProvider>
  </CurrentUserProvider>
)

/** The lessons of Thursday with maths in a room. */
function lessonsIn(room: string): MyLesson[] {
  const days = [myDay('2026-11-19', [mySlot(hour(1, subject(1, 'Maths', room)))])]
  return createMyDays(days).flatMap(lessonsOfDay)
}

it('compares with the previous day when the page stays open over midnight', () => {
  const before = lessonsIn('204')
  const moved = lessonsIn('117')
  const open = (lessons: MyLesson[], today: string) =>
    renderHook(props => useDayChanges(props.lessons, props.today, true), {
      wrapper,
      initialProps: { lessons, today },
    })
  open(before, '2026-11-16').unmount()
  const page = open(moved, '2026-11-17')
  expect(page.result.current.map(({ before: earlier }) => earlier?.room)).toEqual(['204'])
  page.rerender({ lessons: moved, today: '2026-11-18' })
  expect(page.result.current).toEqual([])
})
