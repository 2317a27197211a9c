import { type ReactNode, useEffect, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { chooseLanguage, type Language } from '../i18n/language.ts'
import { loadMessages } from '../i18n/loadMessages.ts'
import type { Messages } from '../i18n/Messages.ts'
import { useSessionState, useSettings } from './AppContext.tsx'

export type Speech = { language: Language; messages: Messages }

type LanguageProviderProps = { first: Speech; timeZone: string; children: ReactNode }

/** Speaks the language that is chosen. The one before stays until the texts of the next are there. */
export function LanguageProvider({ first, timeZone, children }: LanguageProviderProps) {
  const { language: chosen } = useSettings()
  const state = useSessionState()
  const school = 'settings' in state ? state.settings.languages : []
  const wanted = chooseLanguage(chosen, navigator.languages, school)
  const [speech, setSpeech] = useState(first)
  useEffect(() => {
    if (wanted === speech.language) return
    let current = true
    loadMessages(wanted).then(
      messages => current && setSpeech({ language: wanted, messages }),
      // The texts could not be fetched: what is spoken now goes on, the next start tries again.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [wanted, speech.language])
  useEffect(() => {
    document.documentElement.lang = speech.language
  }, [speech.language])
  return (
    <IntlProvider locale={speech.language} messages={speech.messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}
