import { Plural, Trans } from '@lingui/react/macro'
import type { OpenArgs } from '@vesper/sync/vesper/mutations/conversations.ts'
import type { InferOutput } from 'valibot'
import { Avatar } from '../../core/media/avatar.tsx'
import type { AllMutationWords, MutationArea } from '../../core/sync/mutation-words.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

type ConversationArgs = Pick<InferOutput<typeof OpenArgs>, 'conversationId'> &
  Partial<Pick<InferOutput<typeof OpenArgs>, 'recipient'>>

const conversation: MutationArea<ConversationArgs> = { Heading: ConversationHeading }

export const messageMutations = {
  'message.send': {
    Label: () => <Trans>A message</Trans>,
    Description: ({ args }) => <Message text={args.text ?? ''} fileCount={args.fileIds?.length ?? 0} />,
    area: conversation,
    textToCopy: ({ text }) => text ?? '',
    edit: {
      // While a message is in a request, the device cannot know whether it has arrived.
      states: ['waiting', 'rejected'],
      isAlwaysShown: true,
      async open(_args, { record, sync, navigate }) {
        // With the thread's code, which the pages that list mutations do without.
        const [{ editQueuedMessage }, { unsentMessages }] = await Promise.all([
          import('./composer/edit-queued-message.ts'),
          import('./composer/unsent-messages.ts'),
        ])
        const [unsent] = unsentMessages([record]).values()
        if (!unsent || !(await editQueuedMessage(sync, unsent))) return
        await navigate({ to: '/messages/$conversationId', params: { conversationId: unsent.args.conversationId } })
      },
    },
  },
  'message.edit': {
    Label: () => <Trans>Other words for a message</Trans>,
    Description: ({ args }) => args.text ?? '',
    area: conversation,
    textToCopy: ({ text }) => text ?? '',
  },
  'message.react': {
    Label: () => <Trans>A reaction to a message</Trans>,
    Description: ({ args }) =>
      args.emoji ? <Trans>React with {args.emoji}</Trans> : <Trans>Take a reaction back</Trans>,
    area: conversation,
  },
  'message.delete': {
    Label: () => <Trans>Deleting a message</Trans>,
    Description: () => <Trans>Delete a message</Trans>,
    area: conversation,
  },
  'conversation.open': {
    Label: () => <Trans>A new conversation</Trans>,
    Description: ({ args }) => <Trans>Begin a conversation with {args.recipient?.name}</Trans>,
    area: conversation,
  },
  'conversation.mute-many': {
    Label: () => <Trans>Messages to many</Trans>,
    Description: ({ args }) =>
      args.isMuted ? <Trans>Take no messages that go to many</Trans> : <Trans>Take messages that go to many</Trans>,
    area: conversation,
  },
  'conversation.read-all': {
    Label: () => <Trans>Read messages</Trans>,
    Description: () => <Trans>Mark the conversation as read</Trans>,
    area: conversation,
  },
} satisfies Partial<AllMutationWords>

function Message({ text, fileCount }: { text: string; fileCount: number }) {
  return (
    <>
      {text}
      {fileCount > 0 && (
        <span className="text-muted">
          {text && ' · '}
          <Plural value={fileCount} one="# photo or video" other="# photos or videos" />
        </span>
      )}
    </>
  )
}

/** The recipient, from the device's copy of the conversation or from the arguments. */
function ConversationHeading({ args: { conversationId = '', recipient } }: { args: Partial<ConversationArgs> }) {
  const { db } = useSync()
  // Null where there is none: undefined is still to be read.
  const conversation = useLiveQuery(
    async () => (await db.conversations.get(conversationId)) ?? null,
    [db, conversationId],
  )
  const name = conversation?.recipient.name ?? recipient?.name
  if (!name) return conversation !== undefined && <Trans>A conversation</Trans>
  return (
    <>
      <Avatar name={name} src={conversation?.recipient.avatar ?? null} size="sm" />
      <span dir="auto">
        <Trans>To {name}</Trans>
      </span>
    </>
  )
}
