import { relativeFormat } from './number-format.ts'

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

/** How long ago something was queued, in words; a clock set back in between counts as just now. */
export function age(since: string, now: number, locale: string): string {
  const passed = Math.max(0, now - Date.parse(since))
  const format = relativeFormat(locale)
  const [unit, length] = units.find(([, ms]) => passed >= ms) ?? ['second', 1_000]
  return format.format(-Math.floor(passed / length), unit)
}
