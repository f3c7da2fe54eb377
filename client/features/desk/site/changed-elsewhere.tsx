import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'

type Props = { onKeepMine: () => void; onTakeTheirs: () => void; children: ReactNode }

/** Another person saved first: their words, and the choice between both. */
export function ChangedElsewhere({ onKeepMine, onTakeTheirs, children }: Props) {
  const { t } = useLingui()
  return (
    <section aria-label={t`Changed by somebody else`} className="grid grid-cols-1 gap-3">
      <div role="alert">
        <Notice tone="warning">
          <Trans>Changed by somebody else. Your words are still here. These are theirs:</Trans>
        </Notice>
      </div>
      <div className="rounded-card border border-line p-3 text-sm wrap-anywhere whitespace-pre-line">{children}</div>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" onClick={onKeepMine}>
          <Trans>Keep mine</Trans>
        </Button>
        <Button kind="secondary" onClick={onTakeTheirs}>
          <Trans>Take theirs</Trans>
        </Button>
      </div>
    </section>
  )
}
