import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { IntlProvider } from 'use-intl'
import { chooseLanguage } from '../i18n/language.ts'
import { texts } from '../i18n/texts.ts'
import { useSessionState, useSettings } from './AppContext.tsx'

/** Speaks the language that is chosen. The one before stays until the texts of the next are there. */
export function LanguageProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const { language: chosen } = useSettings()
  const state = useSessionState()
  const school = 'settings' in state ? state.settings.languages : []
  const wanted = chooseLanguage(chosen, navigator.languages, school)
  const speech = useSyncExternalStore(texts.subscribe, texts.state)
  const spoken = speech?.language
  useEffect(() => {
    // Texts that could not be fetched: what is spoken now goes on, the next start tries again.
    if (wanted !== spoken) texts.speak(wanted).catch(() => undefined)
  }, [wanted, spoken])
  useEffect(() => {
    if (spoken) document.documentElement.lang = spoken
  }, [spoken])
  if (!speech) return null
  return (
    <IntlProvider locale={speech.language} messages={speech.messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}
