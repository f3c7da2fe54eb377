import { useLingui } from '@lingui/react/macro'
import { measureElement, useVirtualizer } from '@tanstack/react-virtual'
import type { Virtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { yieldToPaint } from '../../core/page/yield-to-paint.ts'
import type { ThreadRow } from './history/thread-rows.ts'
import type { Found } from './reply/use-quoted.ts'
import { keptEstimates } from './scroll/estimate-row-height.ts'
import type { Room } from './scroll/estimate-row-height.ts'
import type { InitialMessage } from './scroll/initial-message.ts'
import { initialScrollOffset, useInitialScroll } from './scroll/initial-scroll.ts'
import { JumpToNewest } from './scroll/jump-to-newest.tsx'
import { scrollCorrection } from './scroll/scroll-correction.ts'
import { useBottomAnchor } from './scroll/use-bottom-anchor.ts'
import { useKeepFocusedRow } from './scroll/use-keep-focused-row.ts'
import { AT_END, useScrollPosition } from './scroll/use-scroll-position.ts'
import type { Reach } from './scroll/use-scroll-position.ts'

/** Room above the oldest row, always there, in which loading is told without moving anything. */
const HEAD = 56
const FOOT = 18
/** Rows kept ready beyond the screen. The first frame does with few: whoever opens a thread waits for it. */
const OVERSCAN = 12
const FIRST_OVERSCAN = 1

type Log = Virtualizer<HTMLDivElement, HTMLDivElement>

type Props = {
  rows: ThreadRow[]
  filesOf: Room['filesOf']
  /** Where to open. */
  place: InitialMessage
  /** A message that was asked for since. */
  found: Found | null
  renderRow: (row: ThreadRow | undefined) => ReactNode
  /** Content above the oldest row. */
  head: ReactNode
  /** Messages of the other that are below what is on screen and that nobody has looked at. */
  unseenBelow: number
  onNearStart: () => void
  /** True when the newest row is on screen. */
  onAtEnd: (atEnd: boolean) => void
  onJump: () => void
  /** The newest message, while it is an own one on its way: with another one the log goes to its end. */
  newestOwnPending: string | null
}

/** The scrolling part of a thread: only what is near the screen is in the document, and what is read stays in place. */
export function ThreadLog({
  rows,
  filesOf,
  place,
  found,
  renderRow,
  head,
  unseenBelow,
  onNearStart,
  onAtEnd,
  onJump,
  newestOwnPending,
}: Props) {
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const focus = useKeepFocusedRow(rows)
  const [reach, setReach] = useState<Reach>('end')
  const [firstWidth] = useState(likelyWidth)
  const width = useRef(firstWidth)
  const [estimate] = useState(() => keptEstimates())
  const sizeOf = (row: ThreadRow | undefined) => estimate(row, { logWidth: width.current, filesOf })
  const overscan = useOverscan()
  const [correction] = useState(scrollCorrection)
  const log = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => sizeOf(rows[index]),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan,
    paddingStart: HEAD,
    paddingEnd: FOOT,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    directDomUpdates: true,
    // Rows stand ready beyond the screen: drawing more of them can wait until the frame at hand is out.
    useFlushSync: false,
    // A layer for each row costs more than it saves.
    directDomUpdatesMode: 'position',
    rangeExtractor: focus.rangeExtractor,
    initialOffset: () => initialScrollOffset(rows, { sizeOf, head: HEAD, foot: FOOT, place }),
    ...correction,
    measureElement: measuredInFrame,
  })
  useBottomAnchor(scroller, width)
  const isSettled = useInitialScroll(log, rows, place)
  useEndAfterOwn(log, newestOwnPending)
  useFound(log, rows, found)
  useScrollPosition(log, { count: rows.length, isSettled, onNearStart, onAtEnd, onReach: setReach })
  const canJump = reach === 'far' || (reach === 'near' && unseenBelow > 0)

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label={t`Messages`}
        // The line below announces arrivals; rows that scrolling brings back are not news.
        aria-live="off"
        tabIndex={0}
        // With a ground of its own it is a layer of its own: what is on screen is moved, not painted anew in every frame.
        className="absolute inset-0 flex flex-col overflow-x-hidden overflow-y-auto overscroll-contain bg-bg outline-offset-[-2px] [overflow-anchor:none]"
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        <div ref={log.containerRef} className="relative mt-auto w-full shrink-0">
          <div className="absolute inset-x-0 top-0 grid place-items-center" style={{ height: HEAD }}>
            {head}
          </div>
          {/* Without a height, so that no row is laid out again when the log becomes higher. */}
          <div className="absolute inset-x-0 top-0 h-0">
            {log.getVirtualItems().map(({ key, index }) => (
              <LogRow key={key} index={index} row={rows[index]} render={renderRow} measure={log.measureElement} />
            ))}
          </div>
        </div>
      </div>
      {canJump && <JumpToNewest count={unseenBelow} onJump={() => jump(log, onJump)} />}
    </div>
  )
}

type RowProps = {
  index: number
  row: ThreadRow | undefined
  render: (row: ThreadRow | undefined) => ReactNode
  measure: (row: HTMLDivElement | null) => void
}

/** Scrolling draws the log again with each row that comes or goes: the others are left as they are. */
const LogRow = memo(function LogRow({ index, row, render, measure }: RowProps) {
  return (
    <div ref={measure} data-index={index} className="absolute inset-x-0">
      {render(row)}
    </div>
  )
})

/** A row's height when the browser has laid it out for the frame, its estimate until then: asking sooner lays out twice. */
function measuredInFrame(row: HTMLDivElement, entry: ResizeObserverEntry | undefined, log: Log): number {
  if (entry) return measureElement(row, entry, log)
  const index = log.indexFromElement(row)
  return log.itemSizeCache.get(log.options.getItemKey(index)) ?? log.options.estimateSize(index)
}

/** Until the log can be asked: that of what it is going to stand in. */
function likelyWidth(): number {
  return document.querySelector('[data-pane=thread]')?.clientWidth ?? innerWidth
}

function useOverscan(): number {
  const [overscan, setOverscan] = useState(FIRST_OVERSCAN)
  useEffect(() => {
    // After the next frame has been painted.
    const frame = requestAnimationFrame(() => void yieldToPaint().then(() => setOverscan(OVERSCAN)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return overscan
}

function jump(log: Log, onJump: () => void): void {
  onJump()
  log.scrollToEnd()
}

function useFound(log: Log, rows: ThreadRow[], found: Found | null): void {
  const latest = useRef(rows)
  latest.current = rows
  useEffect(() => {
    const index = found ? latest.current.findIndex(({ key }) => key === found.id) : -1
    if (index === -1) return
    log.scrollToIndex(index, { align: 'center' })
    const frame = requestAnimationFrame(() =>
      log.scrollElement?.querySelector<HTMLElement>('[data-found]')?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  }, [log, found])
}

function useEndAfterOwn(log: Log, newestOwnPending: string | null): void {
  const known = useRef(newestOwnPending)
  useLayoutEffect(() => {
    if (newestOwnPending && newestOwnPending !== known.current) log.scrollToEnd()
    known.current = newestOwnPending
  }, [log, newestOwnPending])
}
