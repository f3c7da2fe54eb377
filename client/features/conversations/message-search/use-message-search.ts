import { wordsOf } from '@vesper/sync/vesper/records/folded-text.ts'
import { useEffect, useState } from 'react'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { scanMessages } from './scan.ts'
import type { Found } from './scan.ts'

/** As many as anybody looks through; another word narrows it down. */
const MOST = 100
/** A word is being typed for that long (milliseconds) before it is looked for. */
const PAUSE_MS = 150
/** Hits are shown this often while the search goes on. */
const SHOWN_EVERY_MS = 100

export type FoundMessages = {
  phase: 'searching' | 'done' | 'failed'
  /** The newest first. */
  found: readonly Found[]
  /** There are more than are shown. */
  isCut: boolean
}

/** `words`: what this is the answer to. */
type State = FoundMessages & { words: string }

const nothing: State = { words: '', phase: 'searching', found: [], isCut: false }

/** The messages on this device that have every word of `query`. Earlier hits stay until new ones are known. */
export function useMessageSearch(query: string): FoundMessages {
  const { db } = useSync()
  const [state, setState] = useState(nothing)
  const words = wordsOf(query).join(' ')
  useEffect(() => {
    const aborter = new AbortController()
    const { signal } = aborter
    const timer = setTimeout(() => void search(), PAUSE_MS)
    async function search() {
      const all: Found[] = []
      let shownAt = performance.now()
      const show = (phase: FoundMessages['phase']) => {
        if (signal.aborted) return
        setState({ words, phase, found: newestFirst(all).slice(0, MOST), isCut: all.length > MOST })
      }
      const onFound = (found: Found[]) => {
        all.push(...found)
        if (performance.now() - shownAt < SHOWN_EVERY_MS) return
        shownAt = performance.now()
        show('searching')
      }
      try {
        await scanMessages({ conversations: db.conversations, messages: db.messages }, words.split(' '), {
          signal,
          onFound,
        })
        show('done')
      } catch (error) {
        console.error('The messages of this device cannot be searched', error)
        show('failed')
      }
    }
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [db, words])
  // Hits for other words say nothing about these.
  return state.words === words ? state : { ...state, phase: 'searching' }
}

function newestFirst(found: readonly Found[]): Found[] {
  return found.toSorted((a, b) => b.message.createdAt.localeCompare(a.message.createdAt))
}
