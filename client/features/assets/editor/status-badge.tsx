import { Trans } from '@lingui/react/macro'
import type { AssetStatus } from '@vesper/sync/vesper/records/asset.ts'
import { Badge } from '../../../ui/controls/badge.tsx'

/** The visibility of an own asset, in a word. */
export function StatusBadge({ status }: { status: AssetStatus }) {
  switch (status) {
    case 'draft':
      return (
        <Badge>
          <Trans>Draft</Trans>
        </Badge>
      )
    case 'active':
      return (
        <Badge tone="ok">
          <Trans>Published</Trans>
        </Badge>
      )
    case 'archived':
      return (
        <Badge>
          <Trans>Archived</Trans>
        </Badge>
      )
    case 'hidden':
    case 'removed':
      return (
        <Badge tone="danger">
          <Trans>Hidden by staff</Trans>
        </Badge>
      )
  }
}
