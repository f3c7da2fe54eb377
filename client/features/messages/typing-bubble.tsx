import { Trans } from '@lingui/react/macro'

/** The other is writing. Said in words in the header, which is announced; here for the eye. */
export function TypingBubble({ name }: { name: string }) {
  return (
    <div className="flex items-center gap-2 px-5 pb-2 text-sm text-muted">
      <span aria-hidden="true" className="inline-flex h-8 items-center gap-1 rounded-full bg-raised px-3.5">
        {[0, 1, 2].map((dot) => (
          <span
            key={dot}
            className="size-1.5 animate-bounce rounded-full bg-muted"
            style={{ animationDelay: `${dot * 140}ms` }}
          />
        ))}
      </span>
      <span dir="auto">
        <Trans>{name} is typing</Trans>
      </span>
    </div>
  )
}
