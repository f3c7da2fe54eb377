import { askedWidth } from '@vesper/sync/media/picture-widths.ts'
import { useUnit } from 'effector-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBudgetSpent } from '../data-budget/use-data-budget.ts'
import { $reducedData } from '../preferences/model.ts'

type Connection = EventTarget & { saveData?: boolean; effectiveType?: string }

const asked = new Set<string>()

/**
 * `isSpared` while a picture waits until the user asks for it: reduced data is on and the connection is slow, or today's
 * data are used and it is larger than a thumbnail; and it is neither on this device nor was asked for before. `ask` shows it.
 * `widest`: the copy on this device, in pixels, which is all that is shown then; 0 for the thumbnail.
 */
export function useDataSaverImage(src: string): { isSpared: boolean; widest: number; ask: () => void } {
  const isWanted = useUnit($reducedData)
  const isSlow = useSyncExternalStore(subscribeToLine, isLineSlow)
  const path = src.split('?', 1)[0] ?? src
  const [shown, setShown] = useState(() => asked.has(path))
  const isSpent = useBudgetSpent()
  const [widest, setWidest] = useState(Infinity)
  const isSparing = (isWanted && isSlow) || (isSpent && !path.endsWith('/thumbnail'))
  const mayWait = isSparing && !shown
  useEffect(() => {
    if (!mayWait) return
    let isCurrent = true
    void keptWidth(path).then(
      (width) => {
        if (width === null || !isCurrent) return
        setWidest(width)
        setShown(true)
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [mayWait, path])
  return {
    isSpared: mayWait,
    widest: isSparing && !asked.has(path) ? widest : Infinity,
    ask: () => {
      asked.add(path)
      setShown(true)
    },
  }
}

/** The width of the picture that this device keeps (pixels): 0 for its thumbnail, Infinity for all of it; null for none. */
async function keptWidth(path: string): Promise<number | null> {
  // In any width under its address without the signature, and that of its thumbnail.
  for (const name of ['original', 'thumbnail']) {
    const { href } = new URL(path.replace(/thumbnail$/, name), location.href)
    const found = await globalThis.caches?.match(href, { ignoreSearch: true })
    if (found && name === 'thumbnail') return 0
    if (found) return askedWidth(new URL(found.url || href).searchParams) ?? Infinity
    if (!path.endsWith('thumbnail')) break
  }
  return null
}

function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection
}

/** True when this browser tells the speed of the connection. */
export function tellsLineSpeed(): boolean {
  return Boolean(connection()?.effectiveType)
}

/** A browser that does not tell is taken at the word of whoever wants to spare data. */
export function isLineSlow(): boolean {
  const line = connection()
  return line?.saveData === true || line?.effectiveType !== '4g'
}

function subscribeToLine(listener: () => void): () => void {
  const line = connection()
  line?.addEventListener('change', listener)
  return () => line?.removeEventListener('change', listener)
}
