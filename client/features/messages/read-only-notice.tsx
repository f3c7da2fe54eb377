import { Trans } from '@lingui/react/macro'

/** Stands where the message box would, when nobody would read what is written. */
export function ReadOnlyNotice({ name: written }: { name: string }) {
  const name = <bdi>{written}</bdi>
  return (
    <p className="border-t border-line bg-surface px-6 pt-4 pb-[max(1rem,var(--safe-bottom))] text-center text-sm text-muted">
      <Trans>{name} can't receive messages now. You can still read this conversation.</Trans>
    </p>
  )
}
