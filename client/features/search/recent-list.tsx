import { Trans, useLingui } from '@lingui/react/macro'
import { History, X } from 'lucide-react'

type Props = {
  words: readonly string[]
  onChoose: (words: string) => void
  onRemove: (words: string) => void
  onClear: () => void
}

/** The last words of this account. Nothing where there are none. */
export function RecentList({ words, onChoose, onRemove, onClear }: Props) {
  const { t } = useLingui()
  if (words.length === 0) return null
  return (
    <section aria-labelledby="recent" className="grid grid-cols-1 gap-1">
      <div className="flex min-h-target items-center justify-between gap-3">
        <h2 id="recent" className="text-lg font-bold">
          <Trans>Recent searches</Trans>
        </h2>
        <button type="button" onClick={onClear} className="min-h-target px-2 text-sm font-semibold text-accent-ink">
          <Trans>Clear all</Trans>
        </button>
      </div>
      <ul role="list" aria-label={t`Recent searches`} className="grid grid-cols-1">
        {words.map((each) => (
          <li key={each} className="flex items-center">
            <button
              type="button"
              onClick={() => onChoose(each)}
              className="flex min-h-target min-w-0 flex-1 items-center gap-3 rounded-control px-2 text-start hover:bg-raised"
            >
              <History className="size-5 shrink-0 text-faint" aria-hidden="true" />
              <bdi className="truncate">{each}</bdi>
            </button>
            <button
              type="button"
              aria-label={t`Remove ${each}`}
              onClick={() => onRemove(each)}
              className="grid size-target place-items-center rounded-full text-muted"
            >
              <X className="size-4.5" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
