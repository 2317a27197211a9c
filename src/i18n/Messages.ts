import type { en } from './en.ts'

type LoadedSection<S, Load extends () => Promise<unknown>> =
  Awaited<ReturnType<Load>> extends infer Module ? (S extends keyof Module ? Module[S] : never) : never

export type English = typeof en
type LazySections = { readonly [S in keyof English['later']]: LoadedSection<S, English['later'][S]> }
type WithCommon<Section> = Omit<English['first']['common'], keyof Section> & Section

/** The sections that every page needs. */
export type InitialMessages = {
  readonly [S in keyof English['first']]: WithCommon<English['first'][S]>
}
/** Loaded with the screen that uses them. */
export type LazyMessages = { readonly [S in keyof LazySections]: WithCommon<LazySections[S]> }

/** All texts with their placeholders. English defines the keys. */
export type Messages = InitialMessages & LazyMessages

type KeyIn<T> = {
  [Key in keyof T & string]: T[Key] extends string ? Key : `${Key}.${KeyIn<T[Key]>}`
}[keyof T & string]

/** Key with its section: `homework.form.newTitle`. */
export type MessageKey = KeyIn<Messages>

/** Missing and additional keys are type errors. */
export type Translated<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Translated<T[Key]> }

/** The module of each lazy section exports it under its name. */
export type Dictionary = {
  readonly first: Translated<English['first']>
  readonly later: {
    readonly [S in keyof LazySections]: () => Promise<Record<S, Translated<LazySections[S]>>>
  }
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}
