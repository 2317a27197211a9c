import type { Locator, Page } from '@playwright/test'
import { lesson } from './signInAs.ts'

/** A dialog, menu or popover: its page, the element that opens it by keyboard, and the element that it shows. */
export type Float = {
  name: string
  at: string
  opener: (page: Page) => Locator
  /** Enter, unless other keys open it. */
  key?: string
  /** Further keys, pressed in the menu that opens first. */
  further?: readonly string[]
  /** Element to focus first, so that the opener is shown. */
  near?: (page: Page) => Locator
  shown: (page: Page) => Locator
  width?: number
  /** Element with the focus after closing. Default: the opener. */
  back?: (page: Page) => Locator
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first()
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name })
const menu = (page: Page) => page.getByRole('menu')

const timetable = '/classes/1/timetable'
const homework = '/classes/1/homework'
const desk = '/classes/1/homework/1/submissions/13'
const chat = '/chats/2'
export const folder = '/classes/1/files/3'
export const drawer = `${homework}?access=todo_id.1`

/** Every dialog, menu and popover, for `albrecht`. */
export const floats: Float[] = [
  { name: 'find', at: timetable, opener: button('Find'), shown: dialog('Find') },
  {
    name: 'find, from a lesson',
    at: timetable,
    opener: page => lesson(page, /^Maths.*Note/).first(),
    key: 'Control+k',
    shown: dialog('Find'),
  },
  {
    name: 'the card of a lesson',
    at: timetable,
    opener: page => lesson(page, /^Maths.*Note/).first(),
    shown: dialog(/^Maths, /),
  },
  { name: 'the account menu', at: timetable, opener: button(/Jana Albrecht/), shown: menu },
  {
    name: 'the account menu over homework',
    at: homework,
    opener: button(/Jana Albrecht/),
    shown: menu,
  },
  { name: 'the class menu', at: timetable, opener: button(/Class 8b/), shown: menu },
  { name: 'the menu of a phone', at: timetable, opener: button('More'), shown: menu, width: 360 },
  {
    name: 'the list of shortcuts',
    at: timetable,
    opener: page => lesson(page, /^Maths.*Note/).first(),
    key: '?',
    shown: dialog('Keyboard shortcuts'),
  },
  { name: 'new homework', at: homework, opener: link('New homework'), shown: dialog('New homework') },
  {
    name: 'a change of homework',
    at: homework,
    opener: button('More for “Fractions p. 42”'),
    further: ['Enter'],
    shown: dialog('Change homework'),
  },
  {
    name: 'access',
    at: homework,
    opener: button('More for “Fractions p. 42”'),
    further: ['ArrowDown', 'Enter'],
    shown: dialog(/^Access to/),
  },
  { name: 'the menu of homework', at: homework, opener: button('More for “Fractions p. 42”'), shown: menu },
  { name: 'a role', at: drawer, opener: button('Role of Omar Ruiz: Write'), shown: menu },
  {
    name: 'a question over a drawer',
    at: drawer,
    opener: button('Remove yourself'),
    shown: dialog(/is deleted$/),
  },
  { name: 'phrases', at: desk, opener: button(/^Phrases/), shown: dialog(/^(?:Your p|P)hrases/) },
  {
    name: 'the list of pupils',
    at: desk,
    opener: button('Choose a pupil'),
    shown: dialog('Pupils'),
    width: 900,
  },
  { name: 'a new chat', at: '/chats', opener: link('New chat'), shown: dialog('New chat') },
  { name: 'the info of a chat', at: chat, opener: button('Chat info'), shown: dialog(/^About/) },
  { name: 'a new poll', at: chat, opener: button('Poll'), shown: dialog('New poll') },
  { name: 'a new folder', at: folder, opener: button('New folder'), shown: dialog('New folder') },
  {
    name: 'shortcuts, from the account menu',
    at: timetable,
    opener: button(/Jana Albrecht/),
    further: ['End', 'ArrowUp', 'ArrowUp', 'Enter'],
    shown: dialog('Keyboard shortcuts'),
  },
  {
    name: 'a class to add, from the class menu',
    at: timetable,
    opener: button(/Class 8b/),
    further: ['End', 'Enter'],
    shown: dialog('Add a class by its number'),
  },
  {
    name: 'a reaction',
    at: chat,
    near: page => page.getByRole('article').last(),
    opener: page => page.getByRole('article').last().getByRole('button', { name: 'React' }),
    shown: dialog('Choose a reaction'),
  },
  {
    name: 'a preview over the list',
    at: folder,
    opener: link(/\.\w{3}$/),
    shown: dialog(/\.\w{3}$/),
    width: 1000,
    back: page => page.locator('[data-entry]:focus'),
  },
  {
    name: 'a deletion, from the menu of a file',
    at: folder,
    opener: button(/^(?:Actions|More) for/),
    further: ['End', 'Enter'],
    shown: dialog(/^Delete this/),
    back: page => page.locator('[data-entry]').first(),
  },
  {
    name: 'the menu of a file',
    at: folder,
    opener: button(/^(?:Actions|More) for/),
    shown: menu,
    // The keys of the list continue from the row.
    back: page => page.locator('[data-entry]').first(),
  },
]
