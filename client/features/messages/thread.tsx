import { useLingui } from '@lingui/react/macro'
import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { MESSAGE_FILES_MAX } from '@vesper/sync/vesper/records/message.ts'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { AddFromLibrary } from '../../entities/library/add-from-library.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import type { ComposerActions } from './composer/composer-actions.ts'
import type { Attachment } from './composer/composer-model.ts'
import { Composer } from './composer/composer.tsx'
import { useComposer } from './composer/use-composer.ts'
import { DropZone } from './files/drop-zone.tsx'
import { OpenPhotos } from './files/open-photos.tsx'
import type { Thread as ThreadOfDevice } from './history/use-thread.ts'
import { IncomingAnnouncer } from './incoming-announcer.tsx'
import { useMessageActions } from './menu/use-message-actions.tsx'
import { ReadOnlyNotice } from './read-only-notice.tsx'
import { ReplyBar } from './reply/reply-bar.tsx'
import { ThreadMessages } from './thread-messages.tsx'
import { ThreadSkeleton } from './thread-skeleton.tsx'
import { TypingBubble } from './typing-bubble.tsx'
import { useKeyboardInset } from './use-keyboard-inset.ts'

type Props = {
  conversation: Conversation
  /** Its messages, of `useThread`. */
  thread: ThreadOfDevice
  /** `seq` of the message that it was opened for. */
  at: number | undefined
  viewerId: string
  isOffline: boolean
  isTyping: boolean
  /** The viewer writes, or has stopped. */
  onTyping: (typing: boolean) => void
}

/** An open conversation: its messages and the box to write in. Mount it anew for another conversation. */
export function Thread({ conversation, thread, at, viewerId, isOffline, isTyping, onTyping }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const { state, actions: box, price, reply } = useComposer(sync, conversation._id)
  const { recipient, canSend } = conversation
  const { actions, question } = useMessageActions({ sync, unsent: thread.unsent, composer: box, price, reply, canSend })
  const library = useLibraryButton(conversation, { attachments: state.attachments, box })
  const inset = useKeyboardInset()
  const above = useMemo(
    () => reply.quote && <ReplyBar {...{ reply, viewerId }} senderName={recipient.name} />,
    [reply, viewerId, recipient.name],
  )
  const { phase, messages, newestSeq } = thread.snapshot

  if (phase === 'loading') return <ThreadSkeleton />
  if (phase === 'failed') {
    return (
      <ErrorState
        title={t`The messages cannot be read`}
        message={t`The storage of this browser does not answer. Load the page again.`}
      />
    )
  }
  return (
    <DropZone onFiles={box.attach} isDisabled={!canSend}>
      <div className="flex min-h-0 flex-1 flex-col" style={{ paddingBottom: inset }}>
        <OpenPhotos messages={messages}>
          <ThreadMessages
            {...{ conversation, viewerId, isOffline, thread, at, actions }}
            echoes={state.echoes}
            onShown={box.shown}
          />
        </OpenPhotos>
        {isTyping && <TypingBubble name={recipient.name} />}
        {canSend ? (
          <Composer
            state={state}
            actions={box}
            price={recipient.isPerformer ? null : price}
            library={library}
            onTyping={onTyping}
            placeholder={t`Write to ${recipient.name}`}
            above={above}
          />
        ) : (
          <ReadOnlyNotice name={recipient.name} />
        )}
        <IncomingAnnouncer {...{ messages, newestSeq, viewerId }} senderName={recipient.name} />
        {question}
      </div>
    </DropZone>
  )
}

type Box = { attachments: Attachment[]; box: ComposerActions }

/** Fans have no library. The same element while the attachments stay: a key pressed draws it not again. */
function useLibraryButton({ _id, recipient }: Conversation, { attachments, box }: Box): ReactNode {
  const isFan = recipient.isPerformer
  return useMemo(
    () =>
      isFan ? null : (
        <AddFromLibrary
          isSmall
          kinds={['photo', 'video', 'audio']}
          conversationId={_id}
          room={MESSAGE_FILES_MAX - attachments.length}
          present={attachments.map(({ fileId }) => fileId)}
          onChosen={box.choose}
        />
      ),
    [_id, isFan, attachments, box],
  )
}
