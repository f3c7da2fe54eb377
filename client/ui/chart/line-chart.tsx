import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { lazyWithRetry } from '../lazy-with-retry.ts'
import { Skeleton } from '../list/skeleton.tsx'
import { formatDate } from '../text/date-format.ts'
import { lineAt } from './series.ts'
import type { Series } from './series.ts'

const Plot = lazyWithRetry(() => import('./plot.tsx').then((module) => module.Plot))

type Props = {
  /** Names the picture and the table, which say the same. */
  label: string
  series: readonly Series[]
  /** A value in the words of the language. */
  format: (value: number) => string
}

/**
 * Lines over days: a picture, the values of one day, which arrow keys or a finger choose, and a table of all of them. The
 * table is always there for screen readers. Keep `series` the same object while nothing has changed.
 */
export function LineChart({ label, series, format }: Props) {
  const { t, i18n } = useLingui()
  const days = series[0]?.points.map(({ day }) => day) ?? []
  const last = Math.max(days.length - 1, 0)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isTableShown, setTableShown] = useState(false)
  const marked = Math.min(chosen ?? last, last)
  const formatDay = (day: string) => nameOf(day, i18n.locale, { day: 'numeric', month: 'short' })
  const longDay = (day = '') => nameOf(day, i18n.locale, { day: 'numeric', month: 'long', year: 'numeric' })
  const valueAt = ({ points }: Series) => format(points[marked]?.value ?? 0)
  return (
    <figure className="grid gap-2">
      <div className="grid gap-2 rounded-control outline-offset-4 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent">
        <p className="text-sm text-muted">{longDay(days[marked])}</p>
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          {series.map((one, index) => (
            <div key={one.name} className="flex items-center gap-2 text-sm">
              <Swatch index={index} />
              <dt className="text-muted">{one.name}</dt>
              <dd className="font-semibold text-ink tabular-nums">{valueAt(one)}</dd>
            </div>
          ))}
        </dl>
        <Picture label={label}>
          <Plot series={series} format={format} formatDay={formatDay} marked={marked} onMark={setChosen} />
        </Picture>
        <input
          type="range"
          className="sr-only"
          aria-label={t`Day`}
          aria-valuetext={`${longDay(days[marked])}: ${series.map((one) => `${one.name} ${valueAt(one)}`).join(', ')}`}
          min={0}
          max={last}
          value={marked}
          onChange={(event) => setChosen(event.currentTarget.valueAsNumber)}
        />
      </div>
      <Button
        kind="quiet"
        className="justify-self-start px-2 text-sm"
        aria-pressed={isTableShown}
        onClick={() => setTableShown(!isTableShown)}
      >
        {isTableShown ? <Trans>Hide the table</Trans> : <Trans>Show as a table</Trans>}
      </Button>
      <div className={cx(!isTableShown && 'sr-only')}>
        <table aria-label={label} className="w-full text-sm tabular-nums">
          <thead>
            <tr className="border-b border-line text-muted">
              <th scope="col" className="py-1 text-start font-normal">
                <Trans>Day</Trans>
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="py-1 text-end font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day} className="border-b border-line last:border-0">
                <th scope="row" className="py-1.5 text-start font-normal">
                  {longDay(day)}
                </th>
                {series.map(({ name, points }) => (
                  <td key={name} className="py-1.5 text-end text-ink">
                    {format(points[index]?.value ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** Draws the lines once they come near the part of the page that is in sight: their library is large. */
function Picture({ label, children }: { label: string; children: ReactNode }) {
  const picture = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(picture)
  return (
    <div ref={picture} role="img" aria-label={label} className="h-56">
      {isNear && <Suspense fallback={<Skeleton className="h-56 rounded-card" />}>{children}</Suspense>}
    </div>
  )
}

function Swatch({ index }: { index: number }) {
  const { colour, dash } = lineAt(index)
  return (
    <svg viewBox="0 0 24 4" className="h-1 w-6 rtl:-scale-x-100" aria-hidden="true">
      <path d="M0 2h24" stroke={`var(${colour})`} strokeWidth="3" strokeDasharray={dash.join(' ')} />
    </svg>
  )
}

function nameOf(day: string, locale: string, options: Parameters<typeof formatDate>[2]): string {
  return day === '' ? '' : formatDate(new Date(`${day}T00:00:00Z`), locale, { ...options, timeZone: 'UTC' })
}

/** True once an element has come near the part of the page that is in sight. */
function useIsNear(target: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = target.current
    if (!element || isNear) return
    const look = (entries: IntersectionObserverEntry[]) =>
      entries.some(({ isIntersecting }) => isIntersecting) && setNear(true)
    const observer = new IntersectionObserver(look, { rootMargin: '200px 0px' })
    observer.observe(element)
    return () => observer.disconnect()
  }, [target, isNear])
  return isNear
}
