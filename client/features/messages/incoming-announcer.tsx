import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { useEffect, useRef, useState } from 'react'

type Props = { messages: Message[]; newestSeq: number | null; viewerId: string; senderName: string }

/** Reads out, politely, what comes in while the thread is open; nothing that was there, and nothing of one's own. */
export function IncomingAnnouncer({ messages, newestSeq, viewerId, senderName }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const told = useRef(newestSeq)
  useEffect(() => {
    const since = told.current
    told.current = newestSeq
    if (since === null || newestSeq === null || newestSeq <= since) return
    const fresh = messages.filter(
      (message) => message.seq > since && message.seq <= newestSeq && message.senderId !== viewerId,
    )
    const last = fresh.at(-1)
    if (!last) return
    if (fresh.length > 1)
      setText(t`${senderName}: ${plural(fresh.length, { one: '# new message', other: '# new messages' })}`)
    else if (last.tip) setText(`${t`${senderName} tipped ${last.tip} tokens`} ${last.text}`.trim())
    else setText(last.text ? `${senderName}: ${last.text}` : t`${senderName} sent a photo or video`)
  }, [messages, newestSeq, viewerId, senderName, t])
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}
