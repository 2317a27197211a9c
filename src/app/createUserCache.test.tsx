import { act, render, screen } from '@testing-library/react'
import { Suspense, use, useState } from 'react'
import { expect, it } from 'vitest'
import { createUserCache } from '../lib/memoizePerUser.ts'

it('createUserCache creates one value although React discards the first render', async () => {
  const owner = {}
  const getValue = createUserCache<object, { text: Promise<string> }>()
  let createCount = 0
  let renderCount = 0
  const { promise: text, resolve } = Promise.withResolvers<string>()
  function Suspending({ text }: { text: Promise<string> }) {
    return use(text)
  }
  function Parent() {
    renderCount++
    const [value] = useState(() =>
      getValue(owner, 1, () => {
        createCount++
        return { text }
      }),
    )
    return <Suspending text={value.text} />
  }
  await act(async () =>
    render(
      <Suspense>
        <Parent />
      </Suspense>,
    ),
  )
  resolve('open')
  expect(await screen.findByText('open')).toBeTruthy()
  expect(renderCount).toBeGreaterThan(1)
  expect(createCount).toBe(1)
})

it('createUserCache creates another value per user and owner', () => {
  const owner = {}
  const getValue = createUserCache<object, object>()
  const first = getValue(owner, 1, () => ({}))
  expect(getValue(owner, 1, () => ({}))).toBe(first)
  expect(getValue(owner, 2, () => ({}))).not.toBe(first)
  expect(getValue({}, 2, () => ({}))).not.toBe(first)
})
