import { Plural, Trans } from '@lingui/react/macro'
import type { Message, MessageSale } from '@vesper/sync/vesper/records/message.ts'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileKinds } from '../../../entities/content/file-kinds.tsx'
import { UnlockButton } from '../../../entities/content/unlock-button.tsx'

type Props = { message: Message; sale: MessageSale; meta: ReactNode }

/** A message that its recipient has not bought: its price, and how much is in it. */
export function LockedMessage({
  message: { _id: id, senderId: ownerId },
  sale: { price, fileCount, fileCounts, unready },
  meta,
}: Props) {
  return (
    <div className="grid min-h-32 w-64 max-w-full gap-2 px-3.5 pt-3 pb-2">
      <p className="flex items-center gap-2 font-semibold">
        <Lock className="size-4.5 shrink-0" aria-hidden="true" />
        <Trans>Locked message</Trans>
      </p>
      <p className="text-sm text-muted">
        {fileCount > 0 ? (
          <FileKinds counts={fileCounts} total={fileCount} />
        ) : (
          <Trans>A text that opens when you buy it.</Trans>
        )}
      </p>
      <UnlockButton content={{ type: 'message', id, ownerId, price }} unready={unready} />
      <div className="flow-root">{meta}</div>
    </div>
  )
}

/** Below an own message at a price: the price, and whether it was bought. */
export function SaleNote({ sale: { price, boughtAt } }: { sale: MessageSale }) {
  return (
    <p className="px-1 pt-1 text-xs text-muted tabular-nums">
      {boughtAt === null ? (
        <Plural value={price} one="Costs # token · not bought yet" other="Costs # tokens · not bought yet" />
      ) : (
        <Plural value={price} one="Bought for # token" other="Bought for # tokens" />
      )}
    </p>
  )
}
