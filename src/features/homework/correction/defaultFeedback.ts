type ReturnedFiles = { files: readonly { type: string }[]; marked: readonly unknown[] }

/**
 * Sentences for a correction that has only files. They are in the language of the teacher, and recognized in each
 * language.
 */
const sentences = {
  en: {
    copy: 'See the marked copy.',
    copies: 'See the marked copies.',
    recording: 'Listen to the recording.',
    file: 'See the attached file.',
    files: 'See the attached files.',
  },
  de: {
    copy: 'Siehe die korrigierte Kopie.',
    copies: 'Siehe die korrigierten Kopien.',
    recording: 'Bitte die Aufnahme anhören.',
    file: 'Siehe die angehängte Datei.',
    files: 'Siehe die angehängten Dateien.',
  },
} as const

const allSentences: ReadonlySet<string> = new Set(Object.values(sentences).flatMap(Object.values))

/** Returns the text for a correction that has only files. Returns '' without files. */
export function getDefaultFeedback({ files, marked }: ReturnedFiles, language: string): string {
  const { copy, copies, recording, file, files: several } = language === 'de' ? sentences.de : sentences.en
  if (marked.length > 0) return marked.length === 1 ? copy : copies
  if (files.length === 0) return ''
  if (files.every(({ type }) => type.startsWith('audio/'))) return recording
  return files.length === 1 ? file : several
}

export const isDefaultFeedback = (text: string): boolean => allSentences.has(text.trim())
