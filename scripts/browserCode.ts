import type { PluginOption } from 'vite'
import { compiledReact } from './compiledReact.ts'
import { compileMessages } from './compileMessages.ts'

/** Makes the source what a browser gets; the app's build and the benches share it, so that they measure what ships. */
export const browserCode = (): PluginOption[] => [...compiledReact(), compileMessages()]
