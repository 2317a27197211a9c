import type { en } from './en.ts'

/** Every text of the app by its key, with the placeholders each one takes. English is the source of the keys. */
export type Messages = typeof en

/** The same keys in another language: a missing or an invented one does not compile. */
export type Translated<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Translated<T[Key]> }

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}
