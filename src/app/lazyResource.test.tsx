import { act, render, screen } from '@testing-library/react'
import { Suspense, use, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { createUserCache } from './lazyResource.ts'

describe('onePerPerson', () => {
  it('creates the value once although React discards the first render', async () => {
    const parts = {}
    const one = createUserCache<object, { open: Promise<string> }>()
    let made = 0
    let drawn = 0
    let arrive = (_: string) => {}
    const opening = new Promise<string>(resolve => {
      arrive = resolve
    })
    function Below({ open }: { open: Promise<string> }) {
      return use(open)
    }
    function Person({ userId }: { userId: number }) {
      drawn++
      const [{ open }] = useState(() =>
        one(parts, userId, () => {
          made++
          return { open: opening }
        }),
      )
      return <Below open={open} />
    }
    await act(async () =>
      render(
        <Suspense>
          <Person userId={1} />
        </Suspense>,
      ),
    )
    await act(async () => arrive('open'))
    expect(screen.getByText('open')).toBeTruthy()
    expect(drawn).toBeGreaterThan(1)
    expect(made).toBe(1)
  })

  it('creates another value for the next user', () => {
    const parts = {}
    const one = createUserCache<object, object>()
    const first = one(parts, 1, () => ({}))
    expect(one(parts, 1, () => ({}))).toBe(first)
    expect(one(parts, 2, () => ({}))).not.toBe(first)
    expect(one({}, 2, () => ({}))).not.toBe(first)
  })
})
