import { describe, expect, expectTypeOf, it } from 'vitest'
import { allEndpoints, listEndpoints } from './allEndpoints.ts'
import type { Document } from './documents.ts'
import type { Input, Output, Rows, Wire } from './endpoint.ts'
import type { ListedHomework } from './homework.ts'

it('listEndpoints names every endpoint after its file', () => {
  const names = listEndpoints().map(({ name }) => name)
  expect(names).toContain('chats.create')
  expect(new Set(names).size).toBe(names.length)
  expect(listEndpoints().find(({ name }) => name === 'chats.create')?.endpoint).toBe(
    allEndpoints.chats.create,
  )
})

describe('types derived from an endpoint', () => {
  it('Input is the type of the caller’s arguments', () => {
    type Listing = Input<typeof allEndpoints.submissions.list>
    expectTypeOf<{ todo_id: number }>().toExtend<Listing>()
    expectTypeOf<{ user_id: number }>().not.toExtend<Listing>()
    expectTypeOf<Input<typeof allEndpoints.chats.create>['body']>().toEqualTypeOf<{
      name: string
      broadcast_only?: boolean | undefined
      files_allowed?: boolean | undefined
      direct_user_id?: number | undefined
    }>()
    type Removal = Input<typeof allEndpoints.messages.remove>
    expectTypeOf<keyof Removal>().toEqualTypeOf<'chat_id' | 'message_id'>()
  })
  it('Output is the type of the caller’s result', () => {
    expectTypeOf<Output<typeof allEndpoints.homework.create>>().toEqualTypeOf<Rows<ListedHomework>>()
    expectTypeOf<Output<typeof allEndpoints.documents.upload>>().toEqualTypeOf<Document>()
    expectTypeOf<Output<typeof allEndpoints.documents.content>>().toEqualTypeOf<Blob>()
    expectTypeOf<Output<typeof allEndpoints.files.remove>>().toEqualTypeOf<undefined>()
    expectTypeOf<Output<typeof allEndpoints.files.get>['parent_id']>().toEqualTypeOf<number | null>()
  })
  it('Wire is the type of the service’s response', () => {
    expectTypeOf<{ id: number; name: string }>().not.toExtend<Wire<typeof allEndpoints.documents.upload>>()
    expectTypeOf<Wire<typeof allEndpoints.files.get>['parent_id']>().toEqualTypeOf<number | string | null>()
  })
})
