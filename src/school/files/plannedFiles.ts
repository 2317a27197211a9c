import type { Db } from '../../service/db/schema.ts'
import type { ReadyDocument } from '../../service/db/storeDocument.ts'
import type { ChatDays } from '../chats/chatDays.ts'
import { type Grant, insertFiles, insertGrants, type NewEntry } from './insertFiles.ts'

/** When something was put there: school days from the seed's own, and the school's time. */
type Moment = { day: number; time?: string }

/** An entry of a class's files. `by` is a person of chatPeople.ts; they administer it. */
export type PlannedFile = Moment & { name: string; by: string; content?: string }
export type PlannedFolder = Moment & {
  name: string
  by: string
  /** Who else may write in it, by name. */
  writers?: readonly string[]
  entries: readonly PlannedEntry[]
}
export type PlannedEntry = PlannedFile | PlannedFolder

type Options = {
  courseId: number
  idOf: (name: string) => number
  days: ChatDays
  /** What is in the files, by name. */
  ready: ReadonlyMap<string, ReadyDocument>
  /** What an entry of the plan is called in the school. */
  nameOf: (name: string) => string
}

const noon = '12:10'

/** Puts planned files into a class: all folders first, in the order they stand in, then all files. */
export async function addPlannedFiles(
  db: Db,
  entries: readonly PlannedEntry[],
  { courseId, idOf, days, ready, nameOf }: Options,
): Promise<void> {
  const grants: Grant[] = []
  const files: NewEntry[] = []
  const addFolder = async (folder: PlannedFolder, parentId: number | null): Promise<void> => {
    const at = new Date(days.instantOf(folder.day, folder.time ?? noon)).toISOString()
    const { id } = await db
      .insertInto('files')
      .values({
        course_id: courseId,
        parent_id: parentId,
        name: nameOf(folder.name),
        is_dir: 1,
        created_at: at,
        created_by_user_id: idOf(folder.by),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const maker = idOf(folder.by)
    grants.push({ id, userId: maker, isAdmin: true, by: null, at })
    for (const name of folder.writers ?? [])
      grants.push({ id, userId: idOf(name), isAdmin: false, by: maker, at })
    for (const entry of folder.entries) if ('entries' in entry) await addFolder(entry, id)
    for (const entry of folder.entries) if (!('entries' in entry)) files.push(newFile(entry, id))
  }
  const newFile = (file: PlannedFile, parentId: number | null): NewEntry => ({
    courseId,
    parentId,
    name: nameOf(file.name),
    userId: idOf(file.by),
    at: new Date(days.instantOf(file.day, file.time ?? noon)).toISOString(),
    document: known(ready, file.content ?? file.name),
  })
  for (const entry of entries) if (!('entries' in entry)) files.push(newFile(entry, null))
  for (const entry of entries) if ('entries' in entry) await addFolder(entry, null)
  await insertGrants(db, 'file_id', grants)
  await insertFiles(db, files)
}

function known(ready: ReadonlyMap<string, ReadyDocument>, name: string): ReadyDocument {
  const document = ready.get(name)
  if (!document) throw new Error(`The seed school has no file ${name}.`)
  return document
}

/**
 * Sound and film that no few lines of code can make, encoded once and kept as base64: a player has something real to
 * play.
 */

/** Four chimes, each higher than the one before, 4 s: MP3, 16 kHz, mono. */
export const chimesMp3 =
  'SUQzAwAAAAAACgAAAAAAAAAAAAD/81jAAAAAAAAAAAAASW5mbwAAAA8AAAByAAAQvAAPERMVFxkbICIkJigrLTEzNTc6PD5CREZJS01PU1ZYWlxeYGVnaWttb3J2eHp8foGDh4mLjZCSlJaanZ+ho6WnrK6wsrS2ub2/wcPFyMrO0NLU19nb3+Hk5ujq7PDz9ff5+/0AAAAATGF2ZiBsYW1lAAAAAAAAAAAAAAAAJARAAAAAAAAAELyHa3PbAAAAAAAAAAAAAAD/8xjEAASwStjhQwAD4Dx3d3d3fRC3AwMWAADvzDw8PUjLyaP/8xjEBAXgatgBkTABGuiKRBs4LQDYkhwK8WRkTvEbwKVH/pH/8xjEAwWoWqQh1AADkViGgQBgBZAPGGBsHB8ociPk1JL7Jpz/8xjEAwW4XoAAAbglJgJZIqGjD34NbipW2RAwAv/CrK3dSVv/8xjEAwVIWoAABx5J6MDBgOMp6g0cIi44t4BITpnEqquTRkX/8xjEBAXYXnAAAngl3yXEJB0ew43dAwVoCyAWIhR25VX5VGj/8xjEAwWoYngAAbgkNAK+hAFTF+/NjCNY0ZCoEfSK2uLeq8z/8xjEAwVQWngAAHghPuyALg8yBpTMohQCLsQluTIFquUjGn3/8xjEBAS4WngAAPYl7E8zYD0Pz0DGUEIWyG5V9VYLKnREYEP/8xjECAUIWngAAPglEkkNNgxpsqL6x+eFqt3K8QbmKIMS2Iz/8xjECgTQWnQABjhFXBZQNy1NIen1auwxhcUddEQ2mEBfAJD/8xjEDQUAWmwAAPYlGwMcDGRV6fZlDSl9hEAmV+5zgOzaZQT/8xjEEATQXnAAAPYkUEWcqt6uzETZgMg0w5hzB4dUwcha8Oz/8xjEEwUYWmgAAHgh4tWlhYiLtMLfm4Zp+4KGAitgqHsBqVL/8xjEFQUoWmAAALYl4qsAxprIVAhkSHG1QUqGDBQDvjLhdbX/8xjEFwVYWmAAAPgljcm4IW2MBgwv6ASKEq2vq0QNJ73VrcX/8xjEGAVgYlgAAHggAPDjEyyBneKG+AcEAtTMRA5W6nIq/eX/8xjEGQWYWlQAAXglapZc/q7jA0zvSToQRKAMz8RhhhUZCd7/8xjEGQYAWkwABjgpV2ggtjBKFQByTFglWAfhSUmk1/mcAjb/8xjEGAU4YlAAAHgg5Bf80jjOfB0NGsCoC4NJmuKrCZc7pcL/8xjEGgSoXlQAALZANUtgPpJYPAOBbdaYlfsycBwYo2VQwSf/8xjEHgToWkwAAPYlkMuihbcDo+xeRXuqkA5Q7Zewz/wOCCH/8xjEIQVYYkQAAbgkH9raIDtW8OswkVFXWLimY0aEgFEtuZD/8xjEIgSAXkwAALZAg5mVKVr+qNFR1oxADwDfzMgbbtIExpb/8xjEJwUgWkAAAPglTq2OAQ2ygKgUyVSzR4VQUYYXnazLM///8xjEKQT4WkAAAbgl////3ezicuUwABMbkgHxjoQHr7CoWwn/8xjELAUAXjwAAPhAgfOR/xpXLn/d1YrfGsqD+AX+OwvqA27/8xjELwawXjwBWwABw24gfqbLxdMDvliYS/LNUgP0ACQD+kn/8xjEKwjomsQBj5gAaWiYmLE0FiBPF58kCtX+87ZixdUAhA3/8xjEHgUIXtphzQAAIwHDQxEoozHEAAAGsM7Mqq6V/9Z1ImL/8xjEIAbAbnwABjpJhAKpvwYCDSOENhBoOA7TIfllvASq3lP/8xjEHAZIboAABjhJI6AgIkSAAk2fzPACRICabFrNrlXmdI3/8xjEGQVIboQABjZkfUtWqQA0xFbzBYZXgNlE6HrW6BKcYG//8xjEGgToaoQABxJpspI2IhI0NNh86K+jdhS5VTo/BUJGGrf/8xjEHQSAZoQABjZlGZwwoC7UprEqeAdQwudF0Jhq/wbsEKX/8xjEIgTgZnwAALhh8OS+wGV6EpLEAAsUEApquadECojOrLr/8xjEJQSoZnwAAbZhyMUnEOOpavUgBpiCzmCwyyCPzF2G1uj/8xjEKQTgZngAAbZhEpxgBfZSRrw+RnaiAdPPVnYUuVU6VwX/8xjELAS4ZnQAAPhhQgYasxmUMKAu1KaxKngHUMQFRdGw1Xz/8xjEMARwZnQABtJpjdAZWOHKewGVehKHIgAlBQAEmx853AP/8xjENQTgZmwAALhhl+nFi1kY3QNyIBqsBVAkjAUmJEymEYf/8xjEOASYZmwAAbZhaCBu8cm6mY7et3I+0QhrAnIVABQ+OeL/8xjEPAT4ZmQAAbZhJDeWUE0mATHXzkFPX1XXbMWL2llwUBz/8xjEPwZAblQABDpJYChgYfTEZch0BABXM7Mqq6VVvRjC0AH/8xjEPQcYdkQABnhI8jy8hmGJGhAUmu/EvsZgCnoShyIAJQX/8xjENwaQbkwAAHpBAAOa/xnaA6BzixayMicAa+larCQBExP/8xjEMwUYalgAA/hlY0weHV4QXMXQNarVCoUKoOIg9lQsBHL/8xjENQTwZlQAAbZhhyN6ZQGtSk1HeL01FLlTHQ2BoWMPYoz/8xjEOAUQZlAAAPhh4hxIV2pTWJJ4B1gEBUjRsNP6DbgZWOH/8xjEOgWoakgAAfZFynsBlXoShyIAJQUCA5ru6dgDojOrFrL/8xjEOgToZkgAAPhhMScAa+larCQBExJgzBodXhBcxdwHqtX/8xjEPQSYZkwAAbZhCogKoGKBLhI1G9Fo/FlYA50mo7xe//r/8xjEQQTwZkQAAbZhEfIy4YnAIBQGAE0CxmJsoGhG/RlLz9j/8xjERAUIakAAAPhhJFpflxPpC+MeLLNiGhNCGw+RMoFRAxP/8xjERgVwajwAAfZFVTMThYMt9j0V//7JJGRFhQoAgDAwkNT/8xjERwTwYlABVQABDNUtAk+iaEIQ2aLTdqqzCrjqJyIcABT/8xjESgkYmsgBiaAAwhDw1Mnw2dDQHCCrW2NgQoAbk5UYHWj/8xjEPAbIgpAB1VgAm0gvuYBBsZZzkZDB4YBgCmI1xx2IRTr/8xjENwcognAAA/qE21Vp8TQDGBBJzvid8BjwM8kciLPqblX/8xjEMQZ4gngAAHqA1u5NvAKgcxdBTC4LYZDdPOS+3xXNs8v/8xjELgWIgoAAAzaES0FJbY4COCTJKGB5uPNhpaeV2ON3GAX/8xjELgTQgowAAHiAGJY0YEBjK4YpJ+csddyrrxZD4uicewj/8xjEMQTAfoAAAzaEukoE3UlElbFWsNWgkrRB0JmHK6MhVkH/8xjENQTwgoQAAHiADcvnJHf4zbWdNhijUcIMFcqlA/crjj7/8xjEOATAfngAAzaENWrpzkSID5UBRgGKAUFNjlFijnb3atz/8xjEPAT4gngAAHiArWNAGaBI48OFzREtxIhH2wVqsNWajrT/8xjEPwSQfnQAAzaEYkCZBTzDQTZ9E7dFFr/KIxWqKFs0DhP/8xjEQwTQgngAAviEPKeQPXiwgwd24AYXQ6rdXzEiTCBkiob/8xjERgSgfmwAAzaEhgxKxjSGiILwSCBmuyHtoILZkbTEKzD/8xjESgTggmwAAHiA0Cjos6OmBYHDsvguRgaOkczVJgGMvs3/8xjETQVgglwAAHaAxQaCgbmIcvmRwbl1oJo35Z1FuCMr8sf/8xjETgXoglQAA/qEHTAMHg031RzfIXCA4mG1twFg5vDa5JH/8xjETQZQgkgAAPiAJQYioIMQQYyGCGc1saaM2e2XluMM7Aj/8xjESgX4gkwAAPqABHF9RwgQhW1yGIbdCoqINLKoi0oQA8z/8xjESQYAgkgAAHiAfyszIDV1UuUtfa1yn3SRtrANBTdPc2v/8xjESAToglwAAviECUcGvxuMPvX5hFWpZU4IXCDRPg2UGWr/8xjESwTYflAAAHaAz1WmfWz1xs4CcKAxsP0akFJ1u5GI3DD/8xjETgUwglAAAHiAJZtVauMQSCgOav1m6AasU7clL7Uy1g7/8xjEUAT4gkwAAHaAwkEIOaZ9mehKxH/jcsjdvlX//9559///8xjEUwTwgkwAAHaA//CpSWKS37wImAAaNQkjeQVB+HhJxxn/8xjEVgRwekgAAzahzqBWOEr+PpW7qv9g6f4w0F/zp7daNEj/8xjEWwTofkQAAzaELdRHZOuL9wQ8h6NYkbbzzkqEga/Gqv//8xjEXgSIgkQAAzag/9SRZIiTIdYAIMBg2QG88nxYcfGRZjD/8xjEYgkQlkQBW3gACKKgKATTpW/NKFX9fzOxL34aehQHOwb/8xjEVAkIltABhsAA9jAnRtMIIG8wBQEC/q5nZhqlkWX96rz/8xjERgioknQB1OABxE2EDOzYc+w+DWoaCWbQLLrKyqGCnjD/8xjEOgfgjmwABryJ18soKhkyPvjBQaY3BUzWqsy3QQSSggD/8xjEMQVYioAABjalQg4+5AXKkk6susjK0Ey4RcVoAnARGbr/8xjEMgTwhoAAAHihXmOwS1yV1C3rKrGkQQQFTN0oMxgpH13/8xjENQSghoQAAHah6M0wMpDBTxBpYWDC9Zze4BshZ8gv8Wr/8xjEOQS4goAABDil071HByVwXEBkPXmTg2is5MapQmqZDqT/8xjEPQSohnwAAHihrdAVCy/JziGPb6tMKnbStcYLcsftKwr/8xjEQQSghngAAHahgZAOcMDhZaL7SmsS1qOlAa4QUBiR0LD/8xjERQTQhnAAAHihhnqjU6susjHAOkjbkFwxEDDJlfMMg9v/8xjESASYhnQAAHahhQ3N0tb1dmoBX0IJTY5OXeQ3+JAMJUf/8xjETATAhmwAAHih5lr9S20x/f7qRt2GHomGDGmmuGxgm+v/8xjEUASwhmwABLal/xqELBguAaYDvxinpMxy/945WbUVcZH/8xjEVAS4hmgAAHihRMVLjLZAxjUmzF2B5MCsBgwBgAUHmIv/8xjEWAY4jlAABnilvRkqMv/uq8ohtpCVYIGGVxg7wcUSubH/8xjEVgfokjwABrqJYRiwkIxtWg+TW7BG/nbFuQN+PChTkw//8xjETQiwjjgABvyJpyMXQyLOsOdmNUuV5Qk3EF9iIYAQsfL/8xjEQQewkjgABrqJhRGqjwM2sWnbSqq5BdJD7XC0Y4IjF37/8xjEOQWojkgABnqkSoI1lPrKqpXUs4WRuBGwMpOmngOFIGv/8xjEOQVIikwAAPahrRW1Z7X8M6lPDDDwIgGxM95wx4FFzxD/8xjEOgUAhkgAALihr6qV5Y1oiKgQAhY0fJzPANQHOLD1Laz/8xjEPQTYjkwABLakVeoHpIbZQDQeWgNQR0zOBVeRexmq2u3/8xjEQAUQhkQABjilmLJCgwPmWMUZbCyKLlRmms5V44SVxBn/8xjEQgUQjkQAAHigGIBQiDjx5gNGE2Xtnr3VVU3d9EQ4ghL/8xjERAT4hkAAAPih2TTw8mF27j+MgYAFt4YBae/8/qkpDAD/8xjERwTYjjwAAHigERx+Yf4hqrszHWY6qqQYBAVjErlcxhf/8xjESgUQijgAAPahpHAianRkfPay1ZsFcEuyf1UqP/0jxUX/8xjETAjwjlgAGbSFWGFMQU1FMy4xMDBVVVVVVVVVVVVVVVX/8xjEPwhQmmQAG9jBVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVX/8xjENAHwBXhAAAYCVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVU='

/** A ray turns and an angle opens, 3 s without sound: WebM, VP9, 192 × 144. */
export const angleWebm =
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAABFIEU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZUrmtTrIHGTbuMU6uEElTDZ1OsggEMTbuMU6uEHFO7a1OsghEy7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBNgIRMYXZmV0GETGF2ZkSJiECncAAAAAAAFlSua8GuAQAAAAAAADjXgQFzxYgAAAAAAAAAAZyBACK1nIN1bmSIgQCGhVZfVlA5g4EBI+ODhAdzWUDgibCBwLqBkJqBAhJUw2fVc3PSY8CLY8WIAAAAAAAAAAFnyJxFo4dFTkNPREVSRIePTGF2YyBsaWJ2cHgtdnA5Z8iiRaOIRFVSQVRJT05Eh5QwMDowMDowMy4wMDAwMDAwMDAAAB9DtnVPxueBAKNA/oEAAICCSYNCAAvwCPYqOCQcGPYAAMB8r6Z/YCxRAHtAAABph//9KaFT4/5mkLcfLwuL+d4LpuhbStQ4gjiXjUyp2aqHAvgO3y23bVrZcnbuVDZiFPdPO/w8bn6so2k2zFUu3KXjRbCal4jeFNlsUCk6lvXjX2bqxbzU6OQ14TyK3ywSFhWyk2wjQQyjJ7n6kXUnlgT7wXgkXQIFrxufqyjaTbMVbAcrnNAoai6Y5+UAJtkfZUa9AsEbmk1nbnPKp8tpeESO+BmN7858YoP90kr5VEMJxLFryQ6gOXe368wJDRh/k8RRqnSGiuyrmoIp+miuCUzYyHk3j4EzJsAAo/OBAH0AhgBAkhy4WQAABnATqv8oAFplPE74jIOuOqUxXSYQiRFuCJ0omALuiapfiwiYVOKrQNg3DvGPsnDkNgb9syp7RsIsdvMD4efCt9qOaRIdJkR5uZz3fCrqLcoNs+2vcv3d7Tcp1B38tXIWUlQzM7cgo/eBAPoAhgBAkozAWAAABiA/gsSQAFplPE1G0M412Ste1tJZaR3+iSx0D8D+THnEsoP9PS90KfyXj/Orfd6YIITEKmcNN+NXl6VPEmBMVFzFWA5S/oYtMqGZSDmHN+dnBAISMMnHIamyfS3bN7E+U8d4SfKKKZ1fAKNAf4EBdwCGAECSHJBZAAAHD0wiReYAAFplFyJdF3oxByyI4H9zd0Zz5Dv/sLuz+9+DAAweJ9ZnF4muotsSy/esFpRNjNfaXG4DnArcfTdAAoP3dFN3RQmlGq0ZdtWbPVXfQtPUJtMWbfnCU1AZdoKDH7p2doz8FBjrzC0f17r+OICjQKuBAfQAhgBAkqyIVqAABnAGED8AAFplFyJUjZihS/RlvDVgzWTZBIpRcx3VkVxj4v5jAWGlaVQHjj41lcI4H8IZiPcMxtP1koXp7PCuXp2wFR0EGJjSfV7SszBpWC0sV4hHGB7zRUytwGMeKWwaLQQlPsR4HlnQ1TaNx5pruiLaPzRmX4J3WUipy1Kz4LTB6+ryVzBga9IOgxVXyL0SYKZ5O+jwtSLZbETTBwCjQJSBAnEAhgBAkiy4WQAABCfRAABZRb+jv7JurI0Dc+RN2AbFxpev9r6yij9WCs8henzPEx2FdGdcvKhm9koW1Jmw4Qxyf6w2fcATYDazkRZ0wUrMVdWBKa36Ei7tjIIE9i3QbFd234K2K3xs3F2lNgqjMfRT5LkRoOlmlnQridH5W37XoMPMN+NXM4zV+9poguERzggAo0DNgQLuAIYAQJKcjFgAAAMAAABZRc+3MDub75XnbW/3YKU0F6dvmUuQf8DQqul5KSWPYXQWw5RIkfHGAfCstC9IJV2q4IMaB2/4heu0iztOX0awvkQCl2knZZVBiEKWZhMAyQT2DwOazZ5DFfswzM/ND88SiNiNbxttkD9ux7D5tLrzpn7M+Vlt0LBE8WTGzS5tSm+l/B+kk8pJw+vq4If6V1uMPSMgI9nKs7XetLQA830kwYN3jKdCwGhoCK1CPrcFoEGlr+2bKwDLPDOGAKNArYEDawCGAECSHGxZAAADAAAAWU0iPG4LH5KrjavnDg9ZEvEsRHMLUSfjRETrZku3GA3GtMyF4dCdiSdIWLntbaMW7PXUN/cRKb0hRZIfDuT0nRPCVt27TgmpEmFQ1mYkCobWFFHa3KijA+7AtSl9VShVhaaLNk0PVzT3H/benMkNrYCLqSVJPLNHZ/TGNiHfZroqf0/vOW6Ca6ai0VXMMY/Q+NoDiZa/lwLTOGAAo0EagQPoAIYAQJKcmFRgAANwAABdEE4zHrsIQdrWfkeFK9N3teMfn199fWQ+6h1abhp3FVYmzOTZJASp0Bkhj+AWedJNpOmM+abkwt8WpFe1vMYe61cy2eBoZ3MxwwulgzgAK3ULclMb4AAH3ujJlWD0NLwmYjaD4+TESU9rsbc+rbbgcsd0F0lbmC3+2cZ8TH+QrlHRzell3/9IN4Gze8BKDu395AaWBGLGVgY1m5k0dQg1BXz1f2YXH1Gj4MQzOVyDmQcee2clLdSMGxZ+BiY6nlu7SjeVJrpepAL3QHdNFKjMFWpgYh+YEeOjPmdKgjmfMP+Fnif6MxD2IR5r31Ul0nKmtDMcINlQ5SVbZlMcQkBuRCUTSb5xyTugo0DUgQRlAIYAQJIcdFkAAANwAABdEE62nLjK1X9rejq0afWnFkvkMBQmn1FxLQLe/h5oCFdJyMZaY6KI4ISFQlriuVIYDB1HYvI0yZ8CwkKHHWkwdxqd2cKlYld66+lROK+iZUHDmwV/DYEgWq7HwRoMoTh5n0hEryNJOavcQCtlesGkIHWwKwputKGccg3Guz6Zsq8yDWNK4oAVYKxD7/pJYRhrZBGEYQmBx03jlkJmbbnU7GByUkc9rpE492J4QvUgKJL9vCS9/hYZJ1r+uuOGDCFYEoCjQROBBOIAhgDAkvIRUYAAIHAQ1NYCNSAAWXC00t5fiwpwDNHXzF6oHUWvALV79YBu4ovVyEw0tuJnYAhz/7dNsRhKs/LyJNlIq28pc1xABXoqjXCdJU8fnUmROM21n+zzAoEPadHcgrZXLWN9aTuLO0qZJ6eTdt7/M4Lqib9wLlD4y0W/lfPIC0VMgXIn9Yn/UWku9MQWc3e5QIUGF5xMSxZ0EnrTFEbbkcdQQMbaQ2zXXP8yb4nhh8/ifh06CW2OPu6/CronvCkwmxVwRcGV/YEv51BtXwoc3ahJg7cqyhAI8dckqVo5a92c+FfBka2fyt40JncmCrWbQWkNfQ1KRwBfLe8DhfRyi8V1SfqemIXwwk+SAKNAp4EFXwCGAECSLGBZAAADIAAAXRdc27CHNm7ESJZzRopSmeQaWSAtazkx17MjZlC/5Z3Ogv2I09af/CkSoB4a+qJ+Sf/+TFTfHKSo+CP9n77TsP7Ms5peMFuwmgQPEWPEuq+Z4Yzs3iUueSro1xuEVDWx1OLuwLfLFs8hJNtUSYiTWN4Bav0pK6LhiJMP/krYrBe5jVWt3LF5wi611TmPwIB/sHPGgDoAo0CngQXcAIYAQJKsSFagAAMAAABdSbzZDfSHFoXuh4Tcy6ZYmW/9PfvdCQ9kXZVrgVbnWICa3Fdhv43pEQ5BuX/RvUAkmPnOuyMYSa1RASb0RcDNp+psOBf76Ds8znp4Dq8yzI+yS5w02Xa8iS57WMPy9umy8hei58wGC5EYl1fpM+gux72ecYzSOWi67XsiwIx9RWX7NwT8sjuwI/7vh2D3o1yks3WIq0Cj64EGWQCGAECSLDhZAAADAAAAXUnEh1EV3d6VLVE8CkxOBFMW7/d2uSaoH1ieJ5w7w1llusqaU9sy5jGFI1UV9qgrsk9UGECACAToMl9mKFOOI/jlK4Sbqfg6+tN9XipDCUijeHbToRscsmiKo0DBgQbWAIYAQJKcSFgAAANwAABdTgGANUDjwJT2s8A1M5jWTKKBioAa49aZn/bC2YEd2/uWNPzfrUpp2QDJaWUUZdSt2NyDgXzDBP3Oj6alIGdJQkYcw22CbhvcXvFowZF3s66Pn29NeETjUmY4BX1nvQ5MF1nqN2/p2x1v2UNQf4UTx+2mviMbkYA1vxTDv/3fAsTTMdvlDEoVZQnrw9O5ZBdjSNofe6Ew+cgX9Yft1aYPiZcU3//ag0lSeXveem8igKNAiIEHUwCGAECSLEBZAAADIAAAXX95bxETyFu8T1Og/9t00bmoe2wHUmSwdOe+a0BFI7B4p4cFS5BWSxmXJgB6BvlJUWSrCYmJeS0pV9J8+Q0JTgrYBYBQqgMSwgDeIiLk8JhuS4CstJ0CFYNfZ/T1zjCLu1YFFgP1zw/yGQ1fAgwfkAEYA0MRbQCjQJGBB9AAhgBAkqxgVGAABXAUaEAAeglv6OAPA/40/Yh22ha7Ad8jskLNqNRJLVNu2nFAv2lpEKmH+PL+/Yx5o9/VQH3RWusZ1N0GYatLnvPgWUhllxlX1sgC7S/5Vlq98t82EkdE2+cRP9kD4pxjLnB98j9dzpvy/yQhbSbMtBj9QNehvtwW6/NEUzNjBbWn61oAo0CDgQhNAIYAQJIsbFkAAAVgCRAAAHoJcFbPkRbRTs+WgpRcc0tbr5SpFgN9h+9aZ5cGeY/ZA3Rx3FGwI4FfwrAJE95snKO769t+WpCmnZ66C7NdHkuhqRnXbLYkfB1o3u/pIyzBbnVy126dnwLPQXZ4Wk/s7vxkprQsa7kC172h2zoHwwCjQJeBCMoAhgBAkpx4WAAABAGXUAB6Ch1n5dND47URh5XhHv1rQ1OYrxtDa2S19ISHyqlUZrzOJUqJbij3ADqBtNJboFgNCdoTO8TyhWNo71KyJaodHwxU3rCg6MwMXWWVlWeLi/EW0YVtdWXNgy6luWZERGl9NzK28uzOAjXQnfQJkCbGblGNiyX/vkEM7utRjg/65cid5wnoo/WBCUcAhgBAkhxwWQAABXAIsAAAegqXztGh9kGpr2jWX9euaSFZvtLl8iSClBU8zfLXY44oqNJaNEjhYp8iekAqlnZJeKfFn20up4jAx46sAal1cFpaVZAxKfcnM8tMv/EhFZuCA0PcGudhtnbtddZ04bE8MACjQM+BCcQAhgDAkqyMVGAABg+GIeOAAHqFt3oCPycG50/mMSW58QGOmj2KpAipWQrrpsJ+JPEdfOKQMqgtI7kCx/TM7zQULYVIGi6ZiDB1wiwmO3tyZXNcV2rEofkkCBs+hxpzC3Io7S22vKln8f0FX8ncsHEZ9uRzJYinqv2G77a8Br52MmugKHbo75YEVzlSOvjY/GOjMuDQT013Tg6+0RCMfRSbU238nTlaJuYtVJfeZMaScBcJMqYkxe11wQnSuq7oQ8mEKwS0f2PQG6gHwACjQIKBCkEAhgBAkizMWQAAA3AAAHqMK0+8LdNsIQlZkQgNP5uHzq128z7WaEe8Cp8KxD1xZFu0nhPVYXVCpjXYyrF4epqq1gF1mR50M4INSaBCAozdNz6TzpqFM61xCqcNfPD8uQHIJWkLGu6RyxtUNmqDZPJphQZmcCA2/P6NB0LRT8sAo0CGgQq+AIYAQJKsnFgAAAMAAAB6jL7FqAASZObVne2/72InqAkEk+8IRGDid0n+UIDPMQWQIuXywyvpTqAoOzEV5/EzMndFj07LOwNRwY5fcAc1J3Qvoxel2XyqAdxM0DzKoM9K1CCfUjaUb1e5ICZHMGWUZjZlgAsTURFFEpCroXbW2C4uOgCj5oELOwCGAECSLIxZAAADIAAAepL9dF6vW4sM0n+VtIWByPRY8/ZHY31/jEmB//4wZhVu65WFCOdHiUqRESfWwdACGHoiNIm0aHVvDIicgAl1fuTC8UBnt1lpFCe36mnknCp4kp+WABxTu2uRu4+zgQC3iveBAfGCAWbwgQM='
