import { useLingui } from '@lingui/react/macro'
import { quoteOf } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { announce } from '../../../ui/text/announcer.tsx'
import type { ComposerActions } from '../composer/composer-actions.ts'
import type { Unsent } from '../composer/unsent-messages.ts'
import type { ReplyBox } from '../reply/reply-box.ts'
import type { PriceBox } from '../sale/message-price.ts'

const MessageQuestion = lazyAgain(async () => (await import('./message-question.tsx')).MessageQuestion)

const EditMessage = lazyAgain(async () => (await import('../edit/edit-message.tsx')).EditMessage)

/** The actions on a message; the same object for all rows of a thread. */
export type MessageActions = {
  copy: (message: Message) => void
  remove: (message: Message) => void
  /** False where nothing can be said. */
  reply: false | ((message: Message) => void)
  /** An emoji in the place of the one before; null takes it back. */
  react: false | ((message: Message, emoji: string | null) => void)
  /** Other words for a message that was sent. */
  rewrite: false | ((message: Message) => void)
  /** The next three are about a message that has not been sent. */
  retry: (messageId: string) => void
  /** False where there is no box to write on in. */
  edit: false | ((messageId: string) => void)
  discard: (messageId: string) => void
}

export type MessageAction = Exclude<keyof MessageActions, 'retry' | 'react'>

type Options = {
  sync: Sync
  unsent: ReadonlyMap<string, Unsent>
  composer: ComposerActions
  price: PriceBox
  reply: ReplyBox
  /** True when there is a box to write in. */
  canSend: boolean
}
type Question = { kind: 'delete' | 'edit'; message: Message } | { kind: 'discard'; messageId: string }

/** The actions of a thread's rows, and the question before an action that cannot be undone. */
export function useMessageActions({ sync, unsent, composer, price, reply, canSend }: Options): {
  actions: MessageActions
  question: ReactNode
} {
  const { t } = useLingui()
  const [question, setQuestion] = useState<Question | null>(null)
  const latest = useRef({ unsent, composer, price, reply })
  latest.current = { unsent, composer, price, reply }

  const run = useCallback((work: Promise<unknown>) => {
    work.catch((error: unknown) => void showToast('error', errorMessage(error)))
  }, [])
  const edit = useCallback(
    async (found: Unsent) => {
      const { editQueuedMessage } = await import('../composer/edit-queued-message.ts')
      const back = await editQueuedMessage(sync, found)
      if (!back) return
      if (back.replyTo) latest.current.reply.set(back.replyTo)
      if (back.price !== null) latest.current.price.set(String(back.price))
      latest.current.composer.insert(back.text, back.attachments)
    },
    [sync],
  )
  const actions = useMemo<MessageActions>(() => {
    const recordOf = (messageId: string) => latest.current.unsent.get(messageId)
    return {
      copy: (message) => run(navigator.clipboard.writeText(message.text).then(() => showToast('success', t`Copied`))),
      remove: (message) => setQuestion({ kind: 'delete', message }),
      reply: canSend && ((message) => latest.current.reply.set(quoteOf(message))),
      react:
        canSend &&
        (({ _id: messageId, conversationId }, emoji) =>
          run(sync.mutate('message.react', { messageId, conversationId, emoji }))),
      rewrite: canSend && ((message) => setQuestion({ kind: 'edit', message })),
      discard: (messageId) => setQuestion({ kind: 'discard', messageId }),
      retry: (messageId) => {
        const found = recordOf(messageId)
        if (found) run(sync.retry(found.record.id))
      },
      edit:
        canSend &&
        ((messageId) => {
          const found = recordOf(messageId)
          if (found) run(edit(found))
        }),
    }
  }, [sync, run, edit, canSend, t])

  const close = () => setQuestion(null)
  const record = question?.kind === 'discard' ? unsent.get(question.messageId)?.record : undefined
  const onYes = (asked: Question) => {
    close()
    if (asked.kind === 'delete') {
      const { _id, conversationId } = asked.message
      return run(sync.mutate('message.delete', { _id, conversationId }).then(() => announce(t`Message deleted`)))
    }
    if (record) run(sync.discard(record.id).then(() => announce(t`Message discarded`)))
  }
  const dialog = question && (
    <Suspense fallback={null}>
      {question.kind === 'edit' ? (
        <EditMessage message={question.message} onClose={close} />
      ) : (
        <MessageQuestion kind={question.kind} record={record} onClose={close} onYes={() => onYes(question)} />
      )}
    </Suspense>
  )
  return { actions, question: dialog }
}
