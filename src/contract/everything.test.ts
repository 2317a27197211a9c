import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Document } from './documents.ts'
import type { Input, Output, Rows, Wire } from './endpoint.ts'
import { eachEndpoint, everything } from './everything.ts'
import type { Homework } from './homework.ts'

it('eachEndpoint names every endpoint after its file', () => {
  const names = eachEndpoint().map(({ name }) => name)
  expect(names).toContain('chats.create')
  expect(new Set(names).size).toBe(names.length)
  expect(eachEndpoint().find(({ name }) => name === 'chats.create')?.endpoint).toBe(everything.chats.create)
})

describe('types derived from an endpoint', () => {
  it('Input is the type of the caller’s arguments', () => {
    type Listing = Input<typeof everything.submissions.list>
    expectTypeOf<{ todo_id: number }>().toExtend<Listing>()
    expectTypeOf<{ user_id: number }>().not.toExtend<Listing>()
    expectTypeOf<Input<typeof everything.chats.create>['body']>().toEqualTypeOf<{
      name: string
      broadcast_only?: boolean | undefined
      files_allowed?: boolean | undefined
    }>()
    type Removal = Input<typeof everything.messages.remove>
    expectTypeOf<keyof Removal>().toEqualTypeOf<'chat_id' | 'message_id'>()
  })
  it('Output is the type of the caller’s result', () => {
    expectTypeOf<Output<typeof everything.homework.create>>().toEqualTypeOf<Rows<Homework>>()
    expectTypeOf<Output<typeof everything.documents.upload>>().toEqualTypeOf<Document>()
    expectTypeOf<Output<typeof everything.documents.content>>().toEqualTypeOf<Blob>()
    expectTypeOf<Output<typeof everything.files.remove>>().toEqualTypeOf<undefined>()
    expectTypeOf<Output<typeof everything.files.get>['parent_id']>().toEqualTypeOf<number | null>()
  })
  it('Wire is the type of the service’s response', () => {
    expectTypeOf<{ id: number; name: string }>().not.toExtend<Wire<typeof everything.documents.upload>>()
    expectTypeOf<Wire<typeof everything.files.get>['parent_id']>().toEqualTypeOf<number | string | null>()
  })
})
