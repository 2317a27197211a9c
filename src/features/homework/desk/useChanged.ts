import { useState } from 'react'
import type { SubmissionEntry } from '../../../contract/submissions.ts'

/** Whether a pupil handed in again since they were opened here. What somebody else corrected is the panel's to say. */
export function useChanged({ user, submission }: SubmissionEntry): boolean {
  const [opened, setOpened] = useState({ id: user.id, at: submission.submitted_at })
  if (opened.id !== user.id) {
    setOpened({ id: user.id, at: submission.submitted_at })
    return false
  }
  return opened.at !== submission.submitted_at
}
