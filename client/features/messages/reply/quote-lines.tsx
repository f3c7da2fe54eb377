import { Plural, Trans } from '@lingui/react/macro'
import type { Quote } from '@vesper/sync/vesper/records/message.ts'
import type { ReactNode } from 'react'
import { TipWords } from '../tip-words.tsx'

type Props = { quote: Quote; viewerId: string; senderName: string }

/** The name and one line of a message that is answered. */
export function QuoteLines({ quote, viewerId, senderName }: Props) {
  return (
    <span className="grid min-w-0 gap-px border-s-2 border-current ps-2 text-start text-sm/5">
      <span className="truncate font-semibold">{quote.senderId === viewerId ? <Trans>You</Trans> : senderName}</span>
      <span dir="auto" className="truncate">
        {lineOf(quote)}
      </span>
    </span>
  )
}

function lineOf({ state, text, fileCount, tip }: Quote): ReactNode {
  if (state === 'deleted') return <Trans>Message deleted!</Trans>
  if (state === 'locked') return <Trans>Locked message</Trans>
  if (!text && tip) return <TipWords tokens={tip} />
  return text || <Plural value={fileCount} one="# photo or video" other="# photos or videos" />
}
