import type { PluginOption } from 'vite'
import { compiledReact } from './compiledReact.ts'
import { compileMessages } from './compileMessages.ts'
import { mantineSheets } from './mantineSheets.ts'

/**
 * Vite plugins that compile the source for browsers. The app and the benchmarks share them, so that the benchmarks
 * measure the shipped code.
 */
export const browserCode = (): PluginOption[] => [mantineSheets(), ...compiledReact(), compileMessages()]
