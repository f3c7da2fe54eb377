import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

type Props = {
  /** Who it is for, and for how much. */
  terms: ReactNode
  /** What the others see. */
  view: ReactNode
  /** What they see in the place of its files. */
  previews: ReactNode
}

/** For whom a post is, beside what everybody else sees of it. */
export function AudienceFields({ terms, view, previews }: Props) {
  return (
    <fieldset className="grid gap-5 rounded-card border border-line p-4">
      <legend className="px-1 text-sm font-medium text-muted">
        <Trans>Audience</Trans>
      </legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {terms}
        {view}
      </div>
      {previews}
    </fieldset>
  )
}
