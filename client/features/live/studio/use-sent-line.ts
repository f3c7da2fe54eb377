import { useEffect, useState } from 'react'
import { noPublisherFigures } from '../rtc/publisher-figures.ts'
import type { PublisherFigures } from '../rtc/publisher-figures.ts'
import { freshLine, MEASURE_MS, nextSentLine } from './sent-line.ts'
import type { SentLine } from './sent-line.ts'

/** Measures a creator's line every two seconds. `figures` gives null without a connection: the line begins anew then. */
export function useSentLine(figures: (() => Promise<PublisherFigures | null>) | null): SentLine | null {
  const [line, setLine] = useState<SentLine | null>(null)
  useEffect(() => {
    if (figures === null) return
    let isHere = true
    let before: { figures: PublisherFigures; at: number } | null = null
    let latest = freshLine
    const measure = async () => {
      const found = await figures().catch(() => null)
      if (!isHere) return
      const at = performance.now()
      // Another connection counts from its own beginning.
      if (!found || (before && found.bytes < before.figures.bytes)) {
        before = found && { figures: noPublisherFigures, at }
        latest = freshLine
        return setLine(null)
      }
      if (before) {
        latest = nextSentLine(latest, [before.figures, found], at - before.at)
        setLine(latest)
      }
      before = { figures: found, at }
    }
    const timer = setInterval(() => void measure(), MEASURE_MS)
    void measure()
    return () => {
      isHere = false
      clearInterval(timer)
      setLine(null)
    }
  }, [figures])
  return line
}
