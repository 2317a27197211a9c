import { useEffect, useRef, useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { Submission } from '../../../contract/submissions.ts'
import type { DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useKeepFiles } from '../../../outbox/drafts/useKeepFiles.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import {
  type HandInDraft,
  type HandInProblem,
  handInDraft,
  handInFileLane,
  handInLane,
  handInSeenOf,
  handInWrite,
  isHandedIn,
  problemOf,
  submissionFileWrite,
} from './handInWrite.ts'

type Given = {
  task: Homework
  submission: Submission
  draft: OpenDraft<HandInDraft>
  state: DraftState<HandInDraft>
  onClose: () => void
}

/** What is typed and chosen, kept as it is, and the way into the outbox. */
export function useHandInForm({ task, submission, draft, state, onClose }: Given) {
  const { writes } = useOutbox()
  // Emptied, a draft is removed: then what was typed is here, and the earlier comment does not come back by itself.
  const [typed, setTyped] = useState<HandInDraft>()
  const given = (draftValue: HandInDraft | undefined): HandInDraft =>
    draftValue ?? typed ?? { comment: submission.comment ?? '', files: [] }
  const value = given(state.value)
  const [problem, setProblem] = useState<HandInProblem>()
  const [failed, setFailed] = useState(false)
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  /** What is being kept right now, and whether all of it could be. */
  const adding = useRef(Promise.resolve(true))

  const over = typed === undefined && state.value !== undefined && isHandedIn(state.value, submission)
  useEffect(() => {
    if (!over) return
    onClose()
    void draft.discard()
  }, [over, onClose, draft])

  const change = (next: Partial<HandInDraft>) => {
    // Files are stored one after another while the person types on: each is added to what there is by then.
    const changed = { ...given(draft.state().value), ...next }
    setTyped(changed)
    setProblem(undefined)
    draft.set(changed)
  }
  const chosen = () => given(draft.state().value).files
  const { refused, keep } = useKeepFiles(handInDraft, String(task.id), kept =>
    change({ files: [...chosen(), kept] }),
  )
  const add = (files: readonly File[], folders?: ReadonlySet<File>) => {
    const kept = keep(files, folders)
    adding.current = Promise.all([adding.current, kept]).then(([all, now]) => all && now)
  }
  const remove = (id: string) => change({ files: chosen().filter(file => file.id !== id) })
  const send = async () => {
    if (busy.current) return
    busy.current = true
    setSending(true)
    setFailed(false)
    try {
      // A file that was just chosen is part of it; one that could not be kept is seen first.
      const allKept = await adding.current
      adding.current = Promise.resolve(true)
      const value = given(draft.state().value)
      const wrong = problemOf(value)
      setProblem(wrong)
      if (wrong || !allKept) return
      await draft.flush()
      const { document_relation: related_to } = submission
      await writes.addAll([
        ...value.files.map(({ id }) => ({
          kind: submissionFileWrite,
          entry: {
            input: { body: { related_to, file: { keptFile: id } } },
            lane: handInFileLane(task.id, id),
          },
        })),
        {
          kind: handInWrite,
          entry: {
            input: { todo_id: task.id, body: { comment: value.comment } },
            lane: handInLane(task.id),
            opened: handInSeenOf(submission),
          },
        },
      ])
      onClose()
      await draft.discard()
    } catch {
      setFailed(true)
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  /** Leaves what was handed in as it is. */
  const cancel = async () => {
    await draft.discard()
    onClose()
  }
  const empty = handInDraft.isEmpty(value)
  return { value, empty, problem, refused, failed, sending, change, add, remove, send, cancel }
}
