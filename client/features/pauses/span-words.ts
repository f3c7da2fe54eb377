import { listFormat } from '../../ui/text/number-format.ts'

const HOUR_MS = 3_600_000

/** A span of milliseconds in whole hours: '8 days and 5 hours', '14 days', '1 hour' for less. */
export function spanWords(ms: number, locale: string): string {
  const hours = Math.max(1, Math.round(ms / HOUR_MS))
  const parts = [
    { unit: 'day', value: Math.floor(hours / 24) },
    { unit: 'hour', value: hours % 24 },
  ].filter(({ value }) => value > 0)
  const words = parts.map(({ unit, value }) =>
    value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' }),
  )
  return listFormat(locale, { type: 'conjunction' }).format(words)
}
