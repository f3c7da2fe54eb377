import { Trans } from '@lingui/react/macro'

/** Stands where the message box would, when nobody would read what is written. */
export function ReadOnlyNotice({ name }: { name: string }) {
  return (
    <p className="border-t border-line bg-surface px-6 pt-4 pb-[max(1rem,var(--safe-bottom))] text-center text-sm text-muted">
      <Trans>{name} no longer has an account. You can read this conversation, but not write in it.</Trans>
    </p>
  )
}
