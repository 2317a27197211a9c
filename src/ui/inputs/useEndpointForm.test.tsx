// @vitest-environment jsdom
import { MantineProvider, TextInput } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { useEndpointForm } from './useEndpointForm.ts'

const body = z.object({
  title: z.string().check(z.minLength(1), z.maxLength(5)),
  size: z.int(),
  course: z.int(),
})

function Form({ send, course = 1 }: { send: (body: object) => void | Promise<void>; course?: unknown }) {
  const form = useEndpointForm({
    body,
    initialValues: { title: '', size: '', again: '' },
    toBody: ({ title, size }) => ({ title, size: Number(size || 'none'), course }),
    getErrorMessage: (field, { code }) => `${field}: ${code}`,
    getExtraErrors: ({ again, title }) => (again === title ? {} : { again: 'not the same' }),
  })
  return (
    <MantineProvider>
      <form onSubmit={form.submit(send)} noValidate>
        <TextInput label="Title" {...form.getInputProps('title')} />
        <TextInput label="Size" {...form.getInputProps('size')} />
        <TextInput label="Again" {...form.getInputProps('again')} />
        <button type="submit">Send</button>
      </form>
    </MantineProvider>
  )
}
const field = (label: string) => screen.getByLabelText(label)
const send = () => userEvent.click(screen.getByRole('button'))

it('shows errors at fields, focuses the first, and does not send', async () => {
  const sent = vi.fn()
  render(<Form send={sent} />)
  await userEvent.type(field('Title'), 'too long')
  await userEvent.type(field('Again'), 'another')
  await send()
  expect(screen.getByText('title: too_big')).toBeTruthy()
  expect(screen.getByText('size: invalid_type')).toBeTruthy()
  expect(screen.getByText('not the same')).toBeTruthy()
  expect(document.activeElement).toBe(field('Title'))
  expect(sent).not.toHaveBeenCalled()
})

it('sends once while a request is pending', async () => {
  let done = () => {}
  const sent = vi.fn(() => new Promise<void>(resolve => (done = resolve)))
  render(<Form send={sent} />)
  await userEvent.type(field('Title'), 'right')
  await userEvent.type(field('Size'), '3')
  await userEvent.type(field('Again'), 'right')
  await send()
  await send()
  expect(sent).toHaveBeenCalledExactlyOnceWith({ title: 'right', size: 3, course: 1 })
  done()
})

it('sends if the only errors are in no field', async () => {
  const sent = vi.fn()
  render(<Form send={sent} course="none" />)
  await userEvent.type(field('Title'), 'right')
  await userEvent.type(field('Size'), '3')
  await userEvent.type(field('Again'), 'right')
  await send()
  expect(sent).toHaveBeenCalledOnce()
})

it('sends values filled in without an event', async () => {
  const sent = vi.fn()
  render(<Form send={sent} />)
  const fill = (label: string, text: string) => {
    // React does not notice a value set by the prototype’s setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(label), text)
  }
  fill('Title', 'right')
  fill('Size', '3')
  fill('Again', 'right')
  await send()
  expect(sent).toHaveBeenCalledExactlyOnceWith({ title: 'right', size: 3, course: 1 })
  expect(field('Title')).toHaveProperty('value', 'right')
})
