import type { Locator, Page } from '@playwright/test'
import { lesson } from './signInAs.ts'

/** A dialog, menu or popover, and the element that opens it by keyboard. */
export type Float = {
  name: string
  at: string
  opener: (page: Page) => Locator
  /** Enter by default. */
  key?: string
  /** Pressed in the menu that opens first. */
  moreKeys?: readonly string[]
  /** Focused first, because the opener is hidden until then. */
  focusFirst?: (page: Page) => Locator
  shownElement: (page: Page) => Locator
  width?: number
  /** Element with the focus after closing, by default the opener. */
  focusAfter?: (page: Page) => Locator
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

export const floats: Float[] = [
  { name: 'find', at: timetable, opener: button('Find'), shownElement: dialog('Find') },
  {
    name: 'find, from a lesson',
    at: timetable,
    opener: page => lesson(page, /^Maths.*Note/).first(),
    key: 'Control+k',
    shownElement: dialog('Find'),
  },
  {
    name: 'the card of a lesson',
    at: timetable,
    opener: page => lesson(page, /^Maths.*Note/).first(),
    shownElement: dialog(/^Maths, /),
  },
  { name: 'the account menu', at: timetable, opener: button(/Jana Albrecht/), shownElement: menu },
  {
    name: 'the account menu over homework',
    at: homework,
    opener: button(/Jana Albrecht/),
    shownElement: menu,
  },
  { name: 'the class menu', at: timetable, opener: button(/Class 8b/), shownElement: menu },
  { name: 'the menu of a phone', at: timetable, opener: button('More'), shownElement: menu, width: 360 },
  {
    name: 'the menu of more screens on a phone',
    at: timetable,
    opener: button('More screens'),
    shownElement: menu,
    width: 360,
  },
  {
    name: 'the list of shortcuts',
    at: timetable,
    opener: page => lesson(page, /^Maths.*Note/).first(),
    key: '?',
    shownElement: dialog('Keyboard shortcuts'),
  },
  { name: 'new homework', at: homework, opener: link('New homework'), shownElement: dialog('New homework') },
  {
    name: 'a change of homework',
    at: homework,
    opener: button('More for “Fractions p. 42”'),
    moreKeys: ['Enter'],
    shownElement: dialog('Change homework'),
  },
  {
    name: 'access',
    at: homework,
    opener: button('More for “Fractions p. 42”'),
    moreKeys: ['ArrowDown', 'Enter'],
    shownElement: dialog(/^Access to/),
  },
  {
    name: 'the menu of homework',
    at: homework,
    opener: button('More for “Fractions p. 42”'),
    shownElement: menu,
  },
  { name: 'a role', at: drawer, opener: button('Role of Omar Ruiz: Write'), shownElement: menu },
  {
    name: 'a question over a drawer',
    at: drawer,
    opener: button('Remove yourself'),
    shownElement: dialog(/is deleted$/),
  },
  { name: 'phrases', at: desk, opener: button(/^Phrases/), shownElement: dialog(/^(?:Your p|P)hrases/) },
  {
    name: 'the list of pupils',
    at: desk,
    opener: button('Choose a pupil'),
    shownElement: dialog('Pupils'),
    width: 900,
  },
  { name: 'a new chat', at: '/chats', opener: link('New chat'), shownElement: dialog('New chat') },
  { name: 'the info of a chat', at: chat, opener: button('Chat info'), shownElement: dialog(/^About/) },
  { name: 'a new poll', at: chat, opener: button('Poll'), shownElement: dialog('New poll') },
  { name: 'a new folder', at: folder, opener: button('New folder'), shownElement: dialog('New folder') },
  {
    name: 'shortcuts, from the account menu',
    at: timetable,
    opener: button(/Jana Albrecht/),
    moreKeys: ['End', 'ArrowUp', 'ArrowUp', 'Enter'],
    shownElement: dialog('Keyboard shortcuts'),
  },
  {
    name: 'a class to add, from the class menu',
    at: timetable,
    opener: button(/Class 8b/),
    moreKeys: ['End', 'Enter'],
    shownElement: dialog('Add a class by its number'),
  },
  {
    name: 'a reaction',
    at: chat,
    focusFirst: page => page.getByRole('article').last(),
    opener: page => page.getByRole('article').last().getByRole('button', { name: 'React' }),
    shownElement: dialog('Choose a reaction'),
  },
  {
    name: 'a preview over the list',
    at: folder,
    opener: link(/\.\w{3}$/),
    shownElement: dialog(/\.\w{3}$/),
    width: 1000,
    focusAfter: page => page.locator('[data-entry]:focus'),
  },
  {
    name: 'a deletion, from the menu of a file',
    at: folder,
    opener: button(/^(?:Actions|More) for/),
    moreKeys: ['End', 'Enter'],
    shownElement: dialog(/^Delete this/),
    focusAfter: page => page.locator('[data-entry]').first(),
  },
  {
    name: 'the menu of a file',
    at: folder,
    opener: button(/^(?:Actions|More) for/),
    shownElement: menu,
    // The keys of the list continue from the row.
    focusAfter: page => page.locator('[data-entry]').first(),
  },
]
