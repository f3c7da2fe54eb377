import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/controls/button.tsx'
import { EdgeBar } from '../../../ui/controls/edge-bar.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { isDue } from '../posts/post-items.ts'
import { TimeLabel } from '../time-label.tsx'

type Props = {
  /** ISO 8601; null for as soon as its author says so. */
  scheduledAt: string | null
  isBusy: boolean
  isDisabled: boolean
  onAsk: () => void
}

/** The way out of the editor, always in sight, with the time that was chosen for the draft. */
export function PublishBar({ scheduledAt, isBusy, isDisabled, onAsk }: Props) {
  const isLater = !isDue(scheduledAt, useNow())
  return (
    <EdgeBar className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      {isLater && <TimeLabel scheduledAt={scheduledAt} publishedAt={null} />}
      <Button busy={isBusy} disabled={isDisabled} onClick={onAsk}>
        {isLater ? <Trans>Schedule…</Trans> : <Trans>Publish…</Trans>}
      </Button>
    </EdgeBar>
  )
}
