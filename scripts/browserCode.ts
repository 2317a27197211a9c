import type { PluginOption } from 'vite'
import { compiledReact } from './compiledReact.ts'
import { compileMessages } from './compileMessages.ts'
import { mantineSheets } from './mantineSheets.ts'

/** Compile the source for browsers. Shared with the benchmarks, so that they measure the shipped code. */
export const browserCode = (): PluginOption[] => [mantineSheets(), ...compiledReact(), compileMessages()]
