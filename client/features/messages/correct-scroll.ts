import { elementScroll, observeElementOffset } from '@tanstack/react-virtual'
import type { VirtualizerOptions } from '@tanstack/react-virtual'

type LogOptions = VirtualizerOptions<HTMLDivElement, HTMLDivElement>

/**
 * How a log hears of scrolling and scrolls itself. To keep a place it moves from where it believes to be, which is where
 * it was at the last event; here, what has been scrolled since then is kept, instead of being taken back. One for each log.
 */
export function scrollCorrection(): Pick<LogOptions, 'observeElementOffset' | 'scrollToFn'> {
  let believed: number | null = null
  return {
    observeElementOffset: (log, report) =>
      observeElementOffset(log, (offset, isScrolling) => {
        report(offset, isScrolling)
        believed = log.scrollOffset
      }),
    scrollToFn(offset, options, log) {
      const element = log.scrollElement
      if (!element) return
      // A behaviour is named where somewhere is gone to, not where a place is kept.
      const isGoing = options.behavior !== undefined
      const unheard = believed === null || isGoing ? 0 : element.scrollTop - believed
      elementScroll(offset + unheard, options, log)
      believed = element.scrollTop - unheard
    },
  }
}
