import { numberFormat } from './number-format.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes as people read it: '1.4 MB'. */
export function bytes(count: number, locale: string): string {
  const power = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3))
  const format = numberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power > 0 && count / 1000 ** power < 100 ? 1 : 0,
  })
  return format.format(count / 1000 ** power)
}
