import { expect, it } from 'vitest'
import { getPictureDocumentId } from './GrantList.tsx'

it.each([
  ['https://app.example/api/v2/documents/12/content?preview=1', 12],
  ['/api/v2/documents/12/content', 12],
  ['https://elsewhere.example/api/v2/documents/12/content', undefined],
  ['https://app.example/session', undefined],
  ['https://app.example/api/v2/avatars/initials?of=MS&colour=3', undefined],
  ['javascript:alert(1)', undefined],
  ['data:image/svg+xml,<svg/>', undefined],
  ['http://[', undefined],
  [null, undefined],
])('getPictureDocumentId returns IDs of the service only: %j', (image, id) => {
  expect(getPictureDocumentId(image, 'https://app.example')).toBe(id)
})
