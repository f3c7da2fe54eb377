import { Trans } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { Badge } from '../../ui/controls/badge.tsx'

/** Stands in the place of the price on a thing that the viewer has bought. */
export function BoughtBadge({ className = '' }: { className?: string }) {
  return (
    <Badge tone="ok" className={`[&_svg]:size-3.5 ${className}`}>
      <Check aria-hidden="true" />
      <Trans>Bought</Trans>
    </Badge>
  )
}
