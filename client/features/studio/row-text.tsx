import { Plural, Trans } from '@lingui/react/macro'
import type { FileCounts } from '@vesper/sync/vesper/records/file.ts'
import type { PostAccess, PostPoll } from '@vesper/sync/vesper/records/post.ts'
import { isVisible } from '@vesper/sync/vesper/records/visible-text.ts'
import { FileKinds } from '../../entities/content/file-kinds.tsx'
import { Badge } from '../../ui/controls/badge.tsx'
import { AccessLabel } from './fields/access-label.tsx'

export const cardClass = 'rounded-card border border-line bg-surface shadow-card transition-colors duration-150'

/** How a draft or a post begins. */
export function RowText({ text, poll }: { text: string; poll: PostPoll | null }) {
  const begins = [text, poll?.question ?? ''].find(isVisible)?.trim()
  return (
    <span dir="auto" className="line-clamp-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
      {begins || (
        <span className="text-muted">
          <Trans>No text yet</Trans>
        </span>
      )}
    </span>
  )
}

type BadgesProps = {
  access: PostAccess
  price: number
  fileCount: number
  /** Undefined while the device does not know the kinds of all files. */
  fileCounts: FileCounts | undefined
  hasPoll: boolean
}

/** Who may read it, and what belongs to it. */
export function RowBadges({ access, price, fileCount, fileCounts, hasPoll }: BadgesProps) {
  return (
    <>
      <Badge>
        <AccessLabel access={access} />
      </Badge>
      {access === 'paid' && price > 0 && (
        <Badge tone="star">
          <Plural value={price} one="# token" other="# tokens" />
        </Badge>
      )}
      {fileCount > 0 && (
        <Badge>
          <FileKinds counts={fileCounts} total={fileCount} />
        </Badge>
      )}
      {hasPoll && (
        <Badge>
          <Trans>Poll</Trans>
        </Badge>
      )}
    </>
  )
}
