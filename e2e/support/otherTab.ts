import type { Page } from '@playwright/test'

export const continueHereButton = (tab: Page) => tab.getByRole('button', { name: 'Continue here' })

/** The draft of another tab, or a replaced text. */
export const readOnlyText = (tab: Page, text: string) => tab.getByRole('blockquote').filter({ hasText: text })
