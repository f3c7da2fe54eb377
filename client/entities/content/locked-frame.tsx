import { Plural, Trans } from '@lingui/react/macro'
import type { PostAccess } from '@vesper/sync/vesper/records/post.ts'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMoneyOf } from '../../core/settings/token-price.tsx'

/** The audience of a post; `price` in tokens, 0 while its author has yet to enter one. */
type Terms = { access: PostAccess; price: number }

type Props = {
  terms: Terms
  /** Width by height, unless its words need more room. */
  aspectRatio: number | string
  /** Fills the frame, behind the words. */
  picture: ReactNode
  /** Its files in words; null where it has none. */
  holds: ReactNode
  /** How to open it. */
  children: ReactNode
}

/** A locked post as those see it who cannot open it. */
export function LockedFrame({ terms, aspectRatio, picture, holds, children }: Props) {
  return (
    // Clipped, not hidden: words that need more room make it higher.
    <div className="relative grid overflow-clip bg-raised" style={{ aspectRatio }}>
      {picture}
      <div className="relative grid place-content-center justify-items-center gap-2 bg-veil px-6 py-4 text-center text-sm text-white">
        <Lock className="size-8" aria-hidden="true" />
        <p className="font-semibold">
          <LockedCondition {...terms} />
        </p>
        {holds !== null && <p>{holds}</p>}
        {children}
      </div>
    </div>
  )
}

/** The condition on which a locked post opens. */
export function LockedCondition({ access, price }: Terms) {
  const money = useMoneyOf()(price)
  if (access === 'followers') return <Trans>Follow to see this post</Trans>
  if (access === 'paid' && price === 0) return <Trans>For buyers</Trans>
  if (access === 'paid') {
    return (
      <>
        <Plural value={price} one="This post costs # token" other="This post costs # tokens" />
        {money !== null && ` (${money})`}
      </>
    )
  }
  return <Trans>For subscribers</Trans>
}
