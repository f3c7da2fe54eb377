import { elementScroll, observeElementOffset } from '@tanstack/react-virtual'
import type { VirtualizerOptions } from '@tanstack/react-virtual'
import { isStep } from './is-step.ts'

type LogOptions = VirtualizerOptions<HTMLDivElement, HTMLDivElement>

/**
 * How a log hears of scrolling, in steps, and scrolls itself. To keep a place it moves from where it believes to be, which
 * is where it was at the last step; here, what has been scrolled since then is kept, instead of being taken back. One for
 * each log.
 */
export function scrollCorrection(): Pick<LogOptions, 'observeElementOffset' | 'scrollToFn'> {
  let believed = 0
  // It waits to hear of where it begins, and of what it has scrolled itself.
  let isAwaited = true
  return {
    observeElementOffset: (log, report) =>
      observeElementOffset(log, (offset, isScrolling) => {
        const most = log.getTotalSize() - (log.scrollRect?.height ?? 0)
        const isUnderWay = isScrolling && log.isScrolling && !isAwaited
        if (isUnderWay && !isStep(offset - believed, Math.min(offset, most - offset))) return
        isAwaited = false
        report(offset, isScrolling)
        believed = log.scrollOffset ?? 0
      }),
    scrollToFn(offset, options, log) {
      const element = log.scrollElement
      if (!element) return
      // A behaviour is named where somewhere is gone to, not where a place is kept.
      const isGoing = options.behavior !== undefined
      const unheard = isGoing ? 0 : element.scrollTop - believed
      isAwaited = true
      elementScroll(offset + unheard, options, log)
      believed = element.scrollTop - unheard
    },
  }
}
