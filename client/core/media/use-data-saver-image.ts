import { useUnit } from 'effector-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBudgetSpent } from '../data-budget/use-data-budget.ts'
import { $reducedData } from '../preferences/model.ts'

type Connection = EventTarget & { saveData?: boolean; effectiveType?: string }

const asked = new Set<string>()

/**
 * `isSpared` while a picture waits until the user asks for it: reduced data is on and the connection is slow, or today's
 * data are used and it is larger than a thumbnail; and it is neither on this device nor was asked for before. `ask` shows it.
 */
export function useDataSaverImage(src: string): { isSpared: boolean; ask: () => void } {
  const isWanted = useUnit($reducedData)
  const isSlow = useSyncExternalStore(subscribeToLine, isLineSlow)
  const path = src.split('?', 1)[0] ?? src
  const [shown, setShown] = useState(() => asked.has(path))
  const isSpent = useBudgetSpent()
  const mayWait = ((isWanted && isSlow) || (isSpent && !path.endsWith('/thumbnail'))) && !shown
  useEffect(() => {
    if (!mayWait) return
    let isCurrent = true
    // Kept in any width under its address without the signature, and that of its thumbnail.
    for (const name of ['thumbnail', 'original']) {
      const { href } = new URL(path.replace(/thumbnail$/, name), location.href)
      void globalThis.caches?.match(href, { ignoreSearch: true }).then(
        (found) => found && isCurrent && setShown(true),
        () => undefined,
      )
    }
    return () => {
      isCurrent = false
    }
  }, [mayWait, path])
  return {
    isSpared: mayWait,
    ask: () => {
      asked.add(path)
      setShown(true)
    },
  }
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
