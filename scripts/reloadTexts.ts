import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Received by src/i18n/texts.ts. */
const textsChanged = 'staffroom:texts'

/**
 * Sends changed texts of a language in src/i18n to open pages. Vite would reload them, because no module up to src/main.tsx
 * accepts an update.
 */
export function reloadTexts(): Plugin {
  return {
    name: 'staffroom:reload-texts',
    apply: 'serve',
    hotUpdate: {
      order: 'pre',
      async handler({ type, file, timestamp }) {
        const [, language, section] = /\/src\/i18n\/([a-z]{2})\/(\w+)\.ts$/.exec(file) ?? []
        if (type !== 'update' || section === undefined || this.environment.name !== 'client') return
        const { hot } = this.environment
        try {
          const module: Record<string, unknown> = await import(`${pathToFileURL(file)}?t=${timestamp}`)
          hot.send(textsChanged, { language, section, messages: module[section] })
        } catch (error) {
          const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
          hot.send({ type: 'error', err: { message: `${file}: ${message}`, stack } })
        }
        return []
      },
    },
  }
}
