import { expect } from '@playwright/test'
import { generatePath } from 'react-router'
import { waitUntilIdle } from '../../../scripts/waitUntilIdle.ts'
import { type ListedScreen, screenList } from '../../../src/screens.ts'
import type { Visit } from './visit.ts'

/** Class 8b and its content. */
const sampleIds = { courseId: '1', homeworkId: '1', userId: '13', chatId: '2', folderId: '3', lessonId: '1' }

const sampleAddress = ({ path }: ListedScreen) => generatePath<string>(path, sampleIds)

const screensWithSession = screenList.filter(({ id, isPublic }) => !isPublic && id !== 'home')

/** All screens of src/screens.ts that need a session. */
export const sampleAddresses = screensWithSession.map(sampleAddress)

/** For `albrecht`. */
export const manifestScreens: Visit[] = screensWithSession.map(screen => ({
  state: screen.id,
  go: async page => {
    await page.goto(sampleAddress(screen))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await waitUntilIdle(page)
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  },
}))
