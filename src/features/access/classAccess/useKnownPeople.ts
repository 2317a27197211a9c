import { useMemo } from 'react'
import type { KnownPerson } from '../people.ts'
import type { Person } from './classAccessModel.ts'

const isTeacher = { teacher: true, pupil: false, member: undefined, other: undefined }

/** Returns the people of the screen by their ID. Groups are left out. */
export const useKnownPeople = (people: readonly Person[]): ReadonlyMap<number, KnownPerson> =>
  useMemo(
    () =>
      new Map(
        people.flatMap(({ userId: id, name, kind }) =>
          id === undefined || name === '' ? [] : [[id, { id, name, isTeacher: isTeacher[kind] }]],
        ),
      ),
    [people],
  )
