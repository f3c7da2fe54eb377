import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import type { MessageActions } from './use-message-actions.tsx'

const MessageTools = lazyAgain(async () => (await import('./message-tools.tsx')).MessageTools)

type Options = { messages: readonly Message[]; viewerId: string; actions: MessageActions }

/**
 * One set of tools for all messages within `frame`: it stands at the one that a pointer or the focus is on, or that a finger
 * has touched, so that no row is drawn with what nobody sees.
 */
export function useMessageTools({ messages, viewerId, actions }: Options): {
  frame: RefObject<HTMLDivElement | null>
  tools: ReactNode
} {
  const frame = useRef<HTMLDivElement>(null)
  const [article, setArticle] = useState<HTMLElement | null>(null)
  useEffect(() => (frame.current ? listen(frame.current, setArticle) : undefined), [])
  const id = article?.dataset['message']
  const message = id === undefined ? undefined : messages.findLast(({ _id }) => _id === id)
  const canAct = actions.reply !== false && message && isConfirmed(message) && !message.isDeleted
  const tools = article && canAct && article.isConnected && (
    <Suspense fallback={null}>
      <MessageTools key={id} isOwn={message.senderId === viewerId} {...{ article, message, actions }} />
    </Suspense>
  )
  return { frame, tools }
}

function listen(frame: HTMLElement, show: (article: HTMLElement | null) => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  // By the way of the event: a tool that is pressed may be gone by now.
  const near = (event: Event) =>
    event
      .composedPath()
      .find((part): part is HTMLElement => part instanceof HTMLElement && part.matches('article[data-message]')) ?? null
  // The tools change under the pointer as somebody chooses an emoji: it is on another message for a moment.
  const follows = ({ pointerType }: PointerEvent) =>
    pointerType === 'mouse' && frame.querySelector('[data-choosing]') === null
  frame.addEventListener('pointerover', (event) => follows(event) && show(near(event)), { signal })
  frame.addEventListener('pointerleave', (event) => follows(event) && show(null), { signal })
  frame.addEventListener('focusin', (event) => show(near(event)), { signal })
  frame.addEventListener('click', (event) => show(near(event)), { signal })
  return () => controller.abort()
}
