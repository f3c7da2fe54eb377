// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LineChart } from './line-chart.tsx'
import type { PlotProps } from './plot.tsx'

const plot = vi.hoisted(() => ({ props: null as PlotProps | null }))

// Lines need a canvas, which browsers alone have.
vi.mock('./plot.tsx', () => ({
  Plot: (props: PlotProps) => {
    plot.props = props
    return null
  },
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  isInSight = true
  plot.props = null
  vi.stubGlobal('IntersectionObserver', Observer)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

let isInSight = true
let tell = () => {}

class Observer {
  constructor(notice: (entries: { isIntersecting: boolean }[]) => void) {
    tell = () => notice([{ isIntersecting: isInSight }])
  }
  observe() {
    tell()
  }
  disconnect() {}
}

const series = [
  { name: 'Sales', points: ['2026-11-01', '2026-11-02', '2026-11-03'].map((day, n) => ({ day, value: n * 10 })) },
  { name: 'Refunds', points: ['2026-11-01', '2026-11-02', '2026-11-03'].map((day, n) => ({ day, value: n })) },
]

function show() {
  render(
    <I18nProvider i18n={i18n}>
      <LineChart label="Earnings" series={series} format={(value) => `$${value}`} />
    </I18nProvider>,
  )
}

test('the picture and the table have the same name, and the table has every value', () => {
  show()
  expect(screen.getByRole('img', { name: 'Earnings' })).toBeTruthy()
  const rows = within(screen.getByRole('table', { name: 'Earnings' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DaySalesRefunds',
    'November 1, 2026$0$0',
    'November 2, 2026$10$1',
    'November 3, 2026$20$2',
  ])
})

test('the latest day is marked first; keys and fingers choose another one', async () => {
  show()
  const day = screen.getByRole<HTMLInputElement>('slider', { name: 'Day' })
  expect(day.getAttribute('aria-valuetext')).toBe('November 3, 2026: Sales $20, Refunds $2')
  fireEvent.change(day, { target: { value: '1' } })
  expect(day.getAttribute('aria-valuetext')).toBe('November 2, 2026: Sales $10, Refunds $1')
  await vi.waitFor(() => expect(plot.props?.marked).toBe(1))
  plot.props?.onMark(0)
  await vi.waitFor(() => expect(day.value).toBe('0'))
})

test('the lines are drawn once the picture comes near', async () => {
  isInSight = false
  show()
  await import('./plot.tsx')
  expect(screen.getByRole('img', { name: 'Earnings' }).childElementCount).toBe(0)
  expect(plot.props).toBeNull()
  isInSight = true
  act(() => tell())
  await vi.waitFor(() => expect(plot.props?.marked).toBe(2))
})

test('a chart without any day shows no value', () => {
  cleanup()
  render(
    <I18nProvider i18n={i18n}>
      <LineChart label="Earnings" series={[{ name: 'Sales', points: [] }]} format={String} />
    </I18nProvider>,
  )
  expect(within(screen.getByRole('table', { name: 'Earnings' })).getAllByRole('row')).toHaveLength(1)
})
