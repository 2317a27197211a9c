import type { Engine } from './browsers/Browser.ts'
import { chromium } from './browsers/chromium.ts'
import { firefox } from './browsers/firefox.ts'
import { webKit } from './browsers/webKit.ts'

export const engines = { chromium, firefox, webKit } satisfies Record<string, Engine>

/** Returns why journeys in an engine are skipped, or undefined if it is installed. */
export const getSkipReason = ({ name, packages, isInstalled }: Engine): string | undefined =>
  isInstalled() ? undefined : `${name} is not installed. On Debian: apt-get install ${packages}`
