import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { type Download, type ElementHandle, chromium as playwright } from '@playwright/test'
import { browserArguments, ensureBrowser } from '../../../scripts/browser.ts'
import { type Engine, timeZone } from './Browser.ts'

/** Chromium, controlled by Playwright. */
export const chromium: Engine = {
  name: 'Chromium',
  packages: 'chromium',
  isInstalled: () => true,
  async start({ isDark, downloads }) {
    const browser = await playwright.launch({
      // Not the headless shell, which can't show PDFs.
      executablePath: ensureBrowser(),
      args: browserArguments,
    })
    const save = async (download: Download) => {
      const path = join(downloads, download.suggestedFilename())
      await download.saveAs(`${path}.part`)
      renameSync(`${path}.part`, path)
    }
    return {
      async openWindow(viewport) {
        const context = await browser.newContext({
          viewport,
          colorScheme: isDark ? 'dark' : 'light',
          locale: 'en-GB',
          timezoneId: timeZone,
        })
        const page = await context.newPage()
        page.on('download', download => void save(download))
        return {
          async open(url) {
            await page.goto(url)
          },
          evaluate: expression => page.evaluate(expression),
          click: ({ x, y }) => page.mouse.click(x, y),
          async drag([first, ...others]) {
            if (!first) return
            await page.mouse.move(first.x, first.y)
            await page.mouse.down()
            for (const { x, y } of others) await page.mouse.move(x, y)
            await page.mouse.up()
          },
          type: text => page.keyboard.type(text),
          press: key => page.keyboard.press(key),
          async setFiles(expression, paths) {
            const handle = await page.evaluateHandle<unknown>(expression)
            const element = handle.asElement() as ElementHandle | null
            await element?.setInputFiles([...paths])
          },
          setCookie: cookie => context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }]),
          screenshot: () => page.screenshot(),
          close: () => context.close(),
        }
      },
      close: () => browser.close(),
    }
  },
}
