import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { QuoteLines } from './quote-lines.tsx'
import type { ReplyBox } from './reply-box.ts'

type Props = { reply: ReplyBox; viewerId: string; senderName: string }

/** Above the box: the message that the next one answers. */
export function ReplyBar({ reply: { quote, set }, ...names }: Props) {
  const { t } = useLingui()
  if (!quote) return null
  return (
    <div role="group" aria-label={t`Reply`} className="flex items-center gap-2 px-2 pb-2 text-muted">
      <div className="min-w-0 flex-1">
        <QuoteLines quote={quote} {...names} />
      </div>
      <IconButton label={t`Cancel the reply`} className="text-muted" onClick={() => set(null)}>
        <X className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
