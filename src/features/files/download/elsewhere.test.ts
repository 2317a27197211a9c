import { expect, it } from 'vitest'
import { elsewhere, ownAddress } from './elsewhere.ts'

const place = (url: string) => elsewhere({ id: 7, url })?.host

it('ours is what is asked for by its number; everything else on the web is a link, and no address is none', () => {
  expect([
    place('http://localhost:3000/api/v2/documents/7/content'),
    place(''),
    place('javascript:alert(1)'),
    place('/relative'),
    place('file:///etc/passwd'),
  ]).toEqual(Array(5).fill(undefined))
  expect([
    place('https://files.example/7'),
    place('https://files.example/api/v2/documents/8/content'),
    place('https://files.example/api/v2/documents/7/content/../../evil'),
  ]).toEqual(Array(3).fill('files.example'))
  expect(ownAddress({ download_url: 'javascript:alert(1)', url: 'https://a.example/x' })?.host).toBe(
    'a.example',
  )
})
