import { toClockTime, toInstant, toSchoolDay } from '../lib/schoolTime.ts'
import { addDaysToDay, daysBetween } from '../lib/week.ts'
import type { PlannedHomework } from './classes.ts'
import type { Draw } from './draw.ts'
import writtenHandIns from './handIns.json' with { type: 'json' }
import type { Bytes } from './schoolFiles.ts'
import type { SchoolLanguage } from './schoolKind.ts'
import { getSchoolTexts, type SchoolTexts, splitList, translateName } from './schoolTexts.ts'

const minute = 60_000

/** Times are minutes from the due time, or from now if it is not due yet. */
export type HandIn = {
  seen?: number
  handedIn?: number
  comment?: string
  files?: readonly ({ name: string } & ({ storedName: string } | { bytes: Bytes }))[]
  correction?: { text: string; share?: number; returned?: number }
}

/** Days from the due day, and school time. */
type WrittenHandIn = {
  seen?: string
  handedIn?: string
  returned?: string
  comment?: keyof SchoolTexts['handIns']
  works?: string
  correction?: keyof SchoolTexts['corrections']
  share?: number
}

/** Unix ms. Minutes in the result count from `from`. */
type Span = { setAt: number; due: number; now: number; from: number; timeZone: string }

type Options = Span & { draw: Draw; language: SchoolLanguage; pupils: number }

/** By seat. */
export function createHandIns(planned: PlannedHomework, options: Options): HandIn[] {
  return planned.handIns ? parseHandIns(options) : randomHandIns(planned, options)
}

function parseHandIns({ due, from, timeZone, language }: Options): HandIn[] {
  const texts = getSchoolTexts(language)
  const minutesAt = (written: string | undefined) => {
    if (written === undefined) return undefined
    const [days = '0', time = '00:00'] = written.split(' ')
    return (toInstant(addDaysToDay(toSchoolDay(due, timeZone), Number(days)), time, timeZone) - from) / minute
  }
  return (writtenHandIns as WrittenHandIn[]).map(
    ({ seen, handedIn, returned, comment, works, correction, share }) => {
      const work = parseWork(works ?? '', language)
      const correctedAt = minutesAt(returned)
      const seenAt = minutesAt(seen)
      const handedInAt = minutesAt(handedIn)
      return {
        ...(seenAt !== undefined && { seen: seenAt }),
        ...(handedInAt !== undefined && { handedIn: handedInAt }),
        comment: comment ? texts.handIns[comment] : (work.comment ?? ''),
        ...(work.files && { files: work.files }),
        ...(correction && {
          correction: {
            text: texts.corrections[correction],
            ...(share !== undefined && { share }),
            ...(correctedAt !== undefined && { returned: correctedAt }),
          },
        }),
      }
    },
  )
}

/** File names, `name=stored file`, or the key of a typed text. A photo without `=` has the name `page.jpg`. */
function parseWork(written: string, language: SchoolLanguage): Pick<HandIn, 'comment' | 'files'> {
  const { texts } = getSchoolTexts(language)
  const items = splitList(written)
  const files = items.flatMap(item => {
    if (!item.includes('.')) return []
    const [name = '', storedName = name] = item.split('=')
    const visibleName = item === name && name.endsWith('.jpg') ? 'page.jpg' : name
    return { name: translateName(language, visibleName), storedName }
  })
  const textKey = items.find(item => !item.includes('.'))
  if (textKey !== undefined && texts[textKey] === undefined) throw new Error(`No text is called ${textKey}.`)
  return {
    ...(files.length > 0 && { files }),
    ...(textKey !== undefined && { comment: texts[textKey] ?? '' }),
  }
}

export function getHandInFiles(planned: PlannedHomework): string[] {
  const works = planned.handIns
    ? (writtenHandIns as WrittenHandIn[]).flatMap(written => splitList(written.works))
    : (planned.works ?? [])
  return works.flatMap(work => (work.includes('.') ? work.slice(work.indexOf('=') + 1) : []))
}

const shares = [0.9, 0.8, 0.6, 0.9, 0.7, 0.4, 1, 0.5, 0.8, 0.7, 0.3, 0.6]

const lateEvery = 9

/** The first two pupils, who can sign in, have handed in due homework only. */
function randomHandIns(planned: PlannedHomework, options: Options): HandIn[] {
  const { seen = 0, handedIn = 0, corrected = 0, works = [], feedback, points } = planned
  const { draw, pupils, language } = options
  const isOpen = planned.state === 'open'
  const otherPupils = draw.shuffled(Array.from({ length: pupils - 2 }, (_, index) => index + 2))
  const order = isOpen
    ? [...otherPupils.slice(0, handedIn), 0, ...otherPupils.slice(handedIn), 1]
    : [0, 1, ...otherPupils]
  // The first two pupils receive corrections only if all do.
  const correctedFrom = isOpen || corrected >= handedIn ? 0 : 2
  const result = Array.from({ length: pupils }, (): HandIn => ({}))
  for (const [place, seat] of order.slice(0, seen).entries()) {
    const isLate = !isOpen && place > 1 && place % lateEvery === 0
    const at = place < handedIn ? drawHandInTime(options, isLate) : undefined
    if (at === undefined) {
      result[seat] = { seen: drawSeenTime(options) }
      continue
    }
    const work = parseWork(works[place % works.length] ?? '', language)
    const share = roundToHalfPoints(shares[place % shares.length] ?? 0, points)
    const isCorrected = place >= correctedFrom && place < correctedFrom + corrected
    result[seat] = {
      seen: Math.max(at - draw.number(20, 90), (options.setAt - options.from) / minute + draw.number(5, 15)),
      handedIn: at,
      ...work,
      comment: work.comment ?? '',
      ...(isCorrected && {
        correction: {
          text: getFeedback(share, feedback, place, language),
          share,
          returned: drawReturnTime(options),
        },
      }),
    }
  }
  return result
}

const roundToHalfPoints = (share: number, points = 1): number => Math.round(share * points * 2) / 2 / points

function getFeedback(
  share: number,
  kind: PlannedHomework['feedback'] = 'maths',
  place: number,
  language: SchoolLanguage,
): string {
  const { high, good, fair, low } = getSchoolTexts(language).feedback[kind]
  const sentences = share >= 0.85 ? high : share >= 0.7 ? good : share >= 0.5 ? fair : low
  return sentences[place % sentences.length] ?? ''
}

const formatTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** 15:01 to 21:29, not on the hour. */
function drawEvening(draw: Draw): string {
  const minutes = draw.number(15 * 60 + 1, 21 * 60 + 29)
  return formatTime(minutes % 60 === 0 ? minutes + draw.number(1, 20) : minutes)
}

/** One of the last evenings before the due time, or late. Undefined if there was no such evening. */
function drawHandInTime(
  { setAt, due, now, from, timeZone, draw }: Options,
  isLate: boolean,
): number | undefined {
  const dueDay = toSchoolDay(due, timeZone)
  const time = isLate ? `18:${draw.number(10, 59)}` : drawEvening(draw)
  const lastInstant = Math.min(due, now)
  const evenings = [-5, -4, -3, -2, -1, 0]
    .map(days => toInstant(addDaysToDay(toSchoolDay(lastInstant, timeZone), days), time, timeZone))
    .filter(at => at > setAt + 20 * minute && at < lastInstant)
    .slice(-3)
  const onTime = evenings[draw.number(0, evenings.length - 1)]
  const at = isLate ? toInstant(dueDay, time, timeZone) : onTime
  return at === undefined ? undefined : (at - from) / minute
}

/** 15 to 110 minutes after `setAt`. */
const drawSeenTime = ({ setAt, from, draw }: Options): number =>
  (setAt - from) / minute + draw.number(15, 110)

/** On the evening of the due day or two days later. */
function drawReturnTime({ due, now, from, timeZone, draw }: Options): number {
  const day = daysBetween(toSchoolDay(due, timeZone), toSchoolDay(now, timeZone)) > 2 ? 2 : 0
  return (
    (toInstant(addDaysToDay(toSchoolDay(due, timeZone), day), `19:${draw.number(10, 59)}`, timeZone) - from) /
    minute
  )
}

/** Unix ms, at the same school time. */
export function addDaysAtSameTime(instant: number, days: number, timeZone: string): number {
  const day = addDaysToDay(toSchoolDay(instant, timeZone), days)
  return toInstant(day, toClockTime(instant, timeZone), timeZone) + (instant % minute)
}
