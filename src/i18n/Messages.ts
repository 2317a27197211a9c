import type { en } from './en.ts'

type Loaded<S, Load extends () => Promise<unknown>> =
  Awaited<ReturnType<Load>> extends infer Module ? (S extends keyof Module ? Module[S] : never) : never

export type English = typeof en
/** The sections that are on every page. */
export type FirstMessages = English['first']
/** The sections that come with the screen that uses them. */
export type LaterMessages = {
  readonly [S in keyof English['later']]: Loaded<S, English['later'][S]>
}

/** Every text of the app by its key, with the placeholders each one takes. English is the source of the keys. */
export type Messages = FirstMessages & LaterMessages

/** The same keys in another language: a missing or an invented one does not compile. */
export type Translated<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Translated<T[Key]> }

/** One language. Each section that comes later is the export of its name. */
export type Dictionary = {
  readonly first: Translated<FirstMessages>
  readonly later: {
    readonly [S in keyof LaterMessages]: () => Promise<Record<S, Translated<LaterMessages[S]>>>
  }
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}
