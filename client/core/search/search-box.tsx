import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

const PAUSE_MS = 300

type Props = {
  value: string
  onChange: (words: string) => void
  /** Hears of the key Enter, with the words as they are typed. */
  onSubmit?: (words: string) => void
  autoFocus?: boolean
}

/** Asks for words; they count once the typing pauses, and no other page or search is on its way. */
export function SearchBox({ value, onChange, onSubmit, autoFocus = false }: Props) {
  const { t } = useLingui()
  const router = useRouter()
  const [typed, setTyped] = useState(value)
  /** The words that the address has, or will have once it is read again. */
  const told = useRef(value)
  const pause = useRef(0)
  // Before the pause can end: it would tell the words that these replace.
  useLayoutEffect(() => {
    if (value === told.current) return
    // Back, or a button elsewhere, has changed the words.
    told.current = value
    setTyped(value)
  }, [value])
  const tell = useEffectEvent((words: string) => {
    told.current = words
    onChange(words)
  })
  useEffect(() => {
    const words = typed.trim()
    if (words === told.current) return
    pause.current = window.setInterval(() => {
      // To write the words into the address now would call off what was asked for since: it comes first.
      if (router.state.status === 'pending') return
      clearInterval(pause.current)
      tell(words)
    }, PAUSE_MS)
    return () => clearInterval(pause.current)
  }, [typed, router])
  const submit = (words: string) => {
    if (!onSubmit || words === '') return
    clearInterval(pause.current)
    onSubmit(words)
  }
  return (
    <div role="search" className="relative min-w-0 flex-1">
      <Search className="pointer-events-none absolute start-4 top-3 size-5 text-faint" aria-hidden="true" />
      <input
        type="search"
        dir={typed ? 'auto' : undefined}
        aria-label={t`Search Vesper`}
        placeholder={t`Search Vesper`}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoFocus={autoFocus}
        enterKeyHint="search"
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('')
          // Input methods end a word with Enter.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit(typed.trim())
        }}
        className="h-target w-full rounded-full border border-transparent bg-raised ps-11 pe-11 text-base text-ink placeholder:text-faint focus:border-accent-ink focus:outline-2 focus:outline-offset-0 focus:outline-accent-ink [&::-webkit-search-cancel-button]:hidden"
      />
      {typed && (
        <button
          type="button"
          aria-label={t`Clear the search`}
          onClick={() => setTyped('')}
          className="absolute end-0 top-0 grid size-target place-items-center rounded-full text-muted"
        >
          <X className="size-4.5" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
