import type { Notice } from '@vesper/sync/vesper/records/notification.ts'
import { daysBetween } from '../../ui/text/date-format.ts'

export type Day = { key: number; at: Date; notices: Notice[] }

/** Notifications in groups of a day in the device's time zone, in the order that they have. `key`: days before `now`. */
export function byDay(notices: readonly Notice[], now: Date): Day[] {
  const days = Map.groupBy(notices, ({ updatedAt }) => Math.max(0, daysBetween(new Date(updatedAt), now)))
  return [...days].map(([key, ofDay]) => ({ key, at: new Date(ofDay[0]?.updatedAt ?? now), notices: ofDay }))
}
