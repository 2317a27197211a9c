import { Input } from '@mantine/core'
import { useT } from '../../../i18n/useT.ts'
import { formatInlineName } from '../../../ui/sanitizeName.ts'
import styles from './Scheme.module.css'
import {
  type LineProblem,
  maxLabelLength,
  maxLinePoints,
  maxSchemeLines,
  type ParsedScheme,
} from './schemeLines.ts'

/** Longer lists would hide the buttons. */
const maxShown = 5

/** Says which lines of a scheme were not understood, and why. */
export function SchemeProblems({ parsed: { problems, count } }: { parsed: ParsedScheme }) {
  const t = useT('scheme')
  const formatProblem = ({ lineNumber, why, detail }: LineProblem) =>
    t(`dialog.problems.${why}`, {
      line: String(lineNumber),
      detail: formatInlineName(detail),
      most: String(why === 'tooHigh' ? maxLinePoints : maxLabelLength),
    })
  return (
    <Input.Error role="alert" component="div">
      {count === 0 && t('dialog.problems.empty')}
      {count > maxSchemeLines &&
        t('dialog.problems.tooMany', { most: String(maxSchemeLines), count: String(count) })}
      {problems.length > 0 && (
        <>
          <div>{t('dialog.problems.lead')}</div>
          <ul className={styles.problems}>
            {problems.slice(0, maxShown).map(problem => (
              <li key={problem.lineNumber}>{formatProblem(problem)}</li>
            ))}
            {problems.length > maxShown && (
              <li>{t('dialog.problems.more', { count: problems.length - maxShown })}</li>
            )}
          </ul>
        </>
      )}
    </Input.Error>
  )
}
