import { useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'

type Props = { value: string; onChange: (value: string) => void }

/** Asks what to look for among the conversations and messages on this device. */
export function ConversationSearch({ value, onChange }: Props) {
  const { t } = useLingui()
  return (
    <div role="search" className="relative mx-4 mb-2">
      <Search className="pointer-events-none absolute start-4 top-3 size-5 text-faint" aria-hidden="true" />
      <input
        type="search"
        dir={value ? 'auto' : undefined}
        aria-label={t`Search conversations and messages`}
        placeholder={t`Search`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
        className="h-target w-full rounded-full border border-transparent bg-raised ps-11 pe-11 text-base text-ink placeholder:text-faint focus:border-accent-ink focus:outline-2 focus:outline-offset-0 focus:outline-accent-ink [&::-webkit-search-cancel-button]:hidden"
      />
      {value && (
        <button
          type="button"
          aria-label={t`Clear the search`}
          onClick={() => onChange('')}
          className="absolute end-0 top-0 grid size-target place-items-center rounded-full text-muted"
        >
          <X className="size-4.5" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
