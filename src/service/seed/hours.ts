/** An hour or break of the school day; `position` is null for a break. */
export type SeedHour = { position: number | null; start_time: string; end_time: string; text: string }

const hour = (position: number, start_time: string, end_time: string): SeedHour => ({
  position,
  start_time,
  end_time,
  text: String(position),
})
const pause = (text: 'break' | 'lunch', start_time: string, end_time: string): SeedHour => ({
  position: null,
  start_time,
  end_time,
  text,
})

/** The school's bells; breaks are `break` or `lunch` of the school's texts. Only the oldest pupils ever see hours 9 and 10. */
export const seedHours: readonly SeedHour[] = [
  hour(1, '08:00', '08:45'),
  hour(2, '08:50', '09:35'),
  pause('break', '09:35', '09:55'),
  hour(3, '09:55', '10:40'),
  hour(4, '10:45', '11:30'),
  pause('break', '11:30', '11:50'),
  hour(5, '11:50', '12:35'),
  hour(6, '12:40', '13:25'),
  pause('lunch', '13:25', '14:10'),
  hour(7, '14:10', '14:55'),
  hour(8, '15:00', '15:45'),
  hour(9, '15:50', '16:35'),
  hour(10, '16:40', '17:25'),
]
