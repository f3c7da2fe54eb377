import { Trans, useLingui } from '@lingui/react/macro'
import type { Message } from '@vesper/sync/records/message.ts'
import type { Sync } from '../../with-sync.tsx'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { textOf } from '../../error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import type { MessageActions } from './message-menu.tsx'
import type { Unsent } from './unsent-messages.ts'
import type { ComposerActions } from './composer-actions.ts'

type Options = { sync: Sync; unsent: ReadonlyMap<string, Unsent>; composer: ComposerActions }
type Question = { kind: 'delete'; message: Message } | { kind: 'discard'; messageId: string }

/** What the rows of a thread can ask for, and the question that stands before what cannot be undone. */
export function useMessageActions({ sync, unsent, composer }: Options): {
  actions: MessageActions
  question: ReactNode
} {
  const { t } = useLingui()
  const [question, setQuestion] = useState<Question | null>(null)
  const latest = useRef({ unsent, composer })
  latest.current = { unsent, composer }

  const run = useCallback((work: Promise<unknown>) => {
    work.catch((error: unknown) => void showToast('error', textOf(error)))
  }, [])
  const edit = useCallback(
    async (found: Unsent) => {
      const { takeBack } = await import('./take-back.ts')
      const back = await takeBack(sync, found)
      if (back) latest.current.composer.insert(back.text, back.attachments)
    },
    [sync],
  )
  const actions = useMemo<MessageActions>(() => {
    const recordOf = (messageId: string) => latest.current.unsent.get(messageId)
    return {
      copy: (message) => run(navigator.clipboard.writeText(message.text).then(() => showToast('success', t`Copied`))),
      remove: (message) => setQuestion({ kind: 'delete', message }),
      discard: (messageId) => setQuestion({ kind: 'discard', messageId }),
      retry: (messageId) => {
        const found = recordOf(messageId)
        if (found) run(sync.retry(found.record.id))
      },
      edit: (messageId) => {
        const found = recordOf(messageId)
        if (found) run(edit(found))
      },
    }
  }, [sync, run, edit, t])

  const close = () => setQuestion(null)
  const answer = (asked: Question) => {
    close()
    if (asked.kind === 'delete') {
      const { _id, conversationId } = asked.message
      return run(sync.mutate('message.delete', { _id, conversationId }))
    }
    const found = unsent.get(asked.messageId)
    if (found) run(sync.discard(found.record.id))
  }
  return { actions, question: question && <Ask question={question} onClose={close} onYes={() => answer(question)} /> }
}

function Ask({ question, onClose, onYes }: { question: Question; onClose: () => void; onYes: () => void }) {
  const { t } = useLingui()
  const isDelete = question.kind === 'delete'
  return (
    <Dialog
      title={isDelete ? t`Delete this message?` : t`Discard this message?`}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={onYes}>
            {isDelete ? t`Delete` : t`Discard`}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {t`Cancel`}
          </Button>
        </>
      }
    >
      <p>
        {isDelete ? (
          <Trans>It is deleted for both of you. That cannot be undone.</Trans>
        ) : (
          <Trans>It has not been sent, and it is not kept.</Trans>
        )}
      </p>
    </Dialog>
  )
}
