import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { SchoolTime } from '../i18n/SchoolTime.tsx'
import { type LaterSection, withTexts } from '../i18n/texts.ts'

type MakeLoader = (queryClient: QueryClient, schoolTime: SchoolTime) => (args: LoaderFunctionArgs) => unknown

/**
 * Declares a screen. Its code and texts are loaded when it is first shown. The optional loader is loaded in parallel
 * and starts the requests, so that it is not part of the first load.
 */
function screen(
  load: () => Promise<ComponentType>,
  sections: readonly LaterSection[],
  loader?: () => Promise<MakeLoader>,
) {
  return { Component: () => withTexts(load, ...sections), loader }
}

export type Screen = ReturnType<typeof screen>

export const signIn = screen(async () => (await import('./signIn/SignInScreen.tsx')).SignInScreen, ['signIn'])
export const demoSignIn = screen(
  async () => (await import('./signIn/DemoSignInScreen.tsx')).DemoSignInScreen,
  ['signIn', 'demoSignIn'],
)
export const authorize = screen(
  async () => (await import('./signIn/AuthorizeScreen.tsx')).AuthorizeScreen,
  ['signIn'],
)
export const noClass = screen(async () => (await import('./NoClassScreen.tsx')).NoClassScreen, [])
export const tokens = screen(
  async () => (await import('./account/TokensScreen.tsx')).TokensScreen,
  ['tokens'],
)
export const timetable = screen(
  async () => (await import('../features/timetable/TimetableScreen.tsx')).TimetableScreen,
  ['timetable'],
)
export const homework = screen(
  async () => (await import('../features/homework/HomeworkScreen.tsx')).HomeworkScreen,
  ['homework'],
  async () => (await import('../features/homework/homeworkQueries.ts')).homeworkLoader,
)
export const newHomework = screen(
  async () => (await import('../features/homework/NewHomeworkScreen.tsx')).NewHomeworkScreen,
  ['homework', 'drafts'],
)
export const changeHomework = screen(
  async () => (await import('../features/homework/ChangeHomeworkScreen.tsx')).ChangeHomeworkScreen,
  ['homework', 'drafts'],
)
export const task = screen(
  async () => (await import('../features/homework/task/TaskScreen.tsx')).TaskScreen,
  ['task', 'drafts', 'viewer'],
  async () => (await import('../features/homework/homeworkQueries.ts')).taskLoader,
)
export const desk = screen(
  async () => (await import('../features/homework/desk/DeskScreen.tsx')).DeskScreen,
  ['desk', 'correction', 'drafts', 'viewer'],
  async () => (await import('../features/homework/homeworkQueries.ts')).deskLoader,
)
export const files = screen(
  async () => (await import('../features/files/FilesScreen.tsx')).FilesScreen,
  ['files', 'uploads', 'preview', 'viewer'],
  async () => (await import('../features/files/filesLoader.ts')).filesLoader,
)
export const access = screen(
  async () => (await import('../features/access/matrix/AccessScreen.tsx')).AccessScreen,
  ['matrix', 'access'],
  async () => (await import('../features/access/matrix/accessLoader.ts')).accessLoader,
)
export const subject = screen(
  async () => (await import('../features/subjects/SubjectScreen.tsx')).SubjectScreen,
  ['subject'],
  async () => (await import('../features/subjects/subjectLoader.ts')).subjectLoader,
)
export const chats = screen(
  async () => (await import('../features/chats/ChatsScreen.tsx')).ChatsScreen,
  ['chats', 'messages', 'composer', 'drafts', 'polls', 'viewer'],
  async () => (await import('../features/chats/chatQueries.ts')).chatsLoader,
)
export const newChat = screen(
  async () => (await import('../features/chats/newChat/NewChatScreen.tsx')).NewChatScreen,
  ['chats', 'drafts'],
)
