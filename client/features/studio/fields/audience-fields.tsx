import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

type Props = {
  /** Who it is for, and for how much. */
  terms: ReactNode
  /** The post as others see it. */
  view: ReactNode
  /** The pictures that stand in the place of its files. */
  previews: ReactNode
}

/** The audience of a post, beside what everybody else sees of it. */
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
