import { useLingui } from '@lingui/react/macro'
import type { Notice } from '@vesper/sync/vesper/records/notification.ts'
import { formatMoment } from '../../entities/pauses/format-moment.ts'

/** A pause that begins now is told of within so long: it has begun then. */
const NOW_MS = 60_000

type Break = { startsAt: string; endsAt: string }

/** Says that a creator takes a break, comes back, or takes no break after all. */
export function useBreakSentence(): (name: string, notice: Notice) => string {
  const { t, i18n } = useLingui()
  return (name, { event, preview, updatedAt }) => {
    const pause = breakOf(preview)
    const isCalledOff = pause !== null && pause.startsAt === pause.endsAt
    if (event === 'creator-resumed') {
      return isCalledOff
        ? t`${name} takes no break after all. Your dates are as before.`
        : t`${name} is back. Your subscription goes on.`
    }
    if (pause === null || isCalledOff)
      return t`${name} takes a break. Nothing is charged meanwhile, and your paid days wait for you.`
    const [start, end] = [formatMoment(pause.startsAt, i18n.locale), formatMoment(pause.endsAt, i18n.locale)]
    return Date.parse(pause.startsAt) <= Date.parse(updatedAt) + NOW_MS
      ? t`${name} takes a break until ${end}: nothing is charged meanwhile, and your paid days wait for you.`
      : t`${name} takes a break from ${start} to ${end}: nothing is charged meanwhile, and your paid days wait for you.`
  }
}

/** The pause that a preview tells of, as two ISO 8601 times with a slash between them; null for another text. */
function breakOf(preview: string): Break | null {
  const [first, second, ...more] = preview.split('/').map((part) => Date.parse(part))
  if (first === undefined || second === undefined || more.length > 0 || !(first <= second)) return null
  return { startsAt: new Date(first).toISOString(), endsAt: new Date(second).toISOString() }
}
