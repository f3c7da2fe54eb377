import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { lineAt } from './series.ts'
import type { Series } from './series.ts'

const HEIGHT = 224

/** The sides of uPlot. */
const [RIGHT, LEFT] = [1, 3]

export type PlotProps = {
  series: readonly Series[]
  format: (value: number) => string
  formatDay: (day: string) => string
  /** The place of the day that is marked. */
  marked: number
  onMark: (index: number) => void
}

/** The lines themselves, on a canvas. Days go on in the direction of the text. */
export function Plot({ series, format, formatDay, marked, onMark }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot>(null)
  const shown = useRef({ format, formatDay, marked, onMark })
  useEffect(() => {
    shown.current = { format, formatDay, marked, onMark }
    if (chart.current) mark(chart.current, marked)
  })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const draw = () => {
      chart.current?.destroy()
      chart.current = makeChart(element, series, shown.current)
      mark(chart.current, shown.current.marked)
    }
    draw()
    const fit = new ResizeObserver(() => {
      if (chart.current) chart.current.setSize({ width: element.clientWidth, height: HEIGHT })
    })
    fit.observe(element)
    // The canvas does not know of the tokens of the theme.
    const restyle = new MutationObserver(draw)
    restyle.observe(document.documentElement, { attributeFilter: ['data-theme', 'dir', 'lang'] })
    const point = (event: PointerEvent) => {
      const area = chart.current?.over.getBoundingClientRect()
      if (area && chart.current) shown.current.onMark(chart.current.posToIdx(event.clientX - area.left))
    }
    element.addEventListener('pointermove', point)
    element.addEventListener('pointerdown', point)
    return () => {
      fit.disconnect()
      restyle.disconnect()
      element.removeEventListener('pointermove', point)
      element.removeEventListener('pointerdown', point)
      chart.current?.destroy()
      chart.current = null
    }
  }, [series])
  return <div ref={box} dir="ltr" className="w-full touch-pan-y" style={{ height: HEIGHT }} />
}

function makeChart(
  element: HTMLElement,
  series: readonly Series[],
  { format, formatDay }: Pick<PlotProps, 'format' | 'formatDay'>,
): UPlot {
  const style = getComputedStyle(document.documentElement)
  const colour = (token: string) => style.getPropertyValue(token).trim()
  const isMirrored = document.documentElement.dir === 'rtl'
  const days = series[0]?.points.map(({ day }) => day) ?? []
  const axis = {
    stroke: colour('--muted'),
    font: `12px ${style.getPropertyValue('--font-sans')}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  }
  const data = [days.map((_, index) => index), ...series.map(({ points }) => points.map(({ value }) => value))]
  return new UPlot(
    {
      ...{ width: element.clientWidth, height: HEIGHT, legend: { show: false }, padding: [12, 12, 0, 12] },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 9 }, bind: { mousemove: () => null } },
      scales: {
        x: { time: false, dir: isMirrored ? -1 : 1, range: [0, Math.max(days.length - 1, 1)] },
        y: { range: (_, least, most) => rangeOf(least, most) },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          incrs: [1, 2, 7, 14, 28],
          space: 72,
          values: (_, places) => places.map((place) => formatDay(days[place] ?? '')),
        },
        {
          ...axis,
          // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- its enum has no value outside of its own build
          side: isMirrored ? RIGHT : LEFT,
          values: (_, values) => values.map(format).map(onceEach),
          size: (_, labels) => 20 + 7 * Math.max(0, ...(labels ?? []).map((label) => label.length)),
        },
      ],
      series: [
        {},
        ...series.map((_, index) => {
          const line = lineAt(index)
          const fill = index === 0 ? colour('--accent-soft') : undefined
          const common = { stroke: colour(line.colour), width: 2, dash: [...line.dash], points: { show: false } }
          return fill === undefined ? common : { ...common, fill }
        }),
      ],
    },
    data as UPlot.AlignedData,
    element,
  )
}

/** From 0, or from what lies below it; a chart of nothing has a height too. */
function rangeOf(least: number, most: number): [number, number] {
  const [from, to] = [Math.min(0, least), Math.max(0, most)]
  return from === to ? [0, 1] : [from, to + (to - from) * 0.08]
}

/** Steps finer than the unit that is shown read alike: the first of them says it. */
function onceEach(label: string, index: number, labels: readonly string[]): string {
  return label === labels[index - 1] ? '' : label
}

function mark(chart: UPlot, index: number): void {
  chart.setCursor({ left: chart.valToPos(index, 'x'), top: 0 }, false)
}
