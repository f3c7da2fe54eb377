import { Trans, useLingui } from '@lingui/react/macro'
import type { AllMutationWords, MutationArea, MutationEdit } from '../../core/sync/mutation-words.ts'
import { QueuedDraft } from './drafts/queued-draft.tsx'

const posts: MutationArea<object> = { Heading: () => <Trans>Your posts</Trans>, group: 'posts' }
const draft: MutationArea<object> = { ...posts, Whole: QueuedDraft }
const editDraft: MutationEdit<{ _id: string }> = {
  states: ['waiting', 'sending', 'rejected'],
  open: ({ _id: draftId = '' }, { navigate }) => navigate({ to: '/creator/studio/$draftId', params: { draftId } }),
}

export const studioMutations = {
  'draft.save': {
    Label: () => <Trans>A draft of a post</Trans>,
    Description: ({ args }) => args.changes?.text || <Trans>Changes of a draft</Trans>,
    area: draft,
    edit: editDraft,
  },
  'draft.discard': {
    Label: () => <Trans>Discarding a draft</Trans>,
    Description: () => <Trans>Discard a draft</Trans>,
    area: draft,
  },
  'draft.publish': {
    Label: () => <Trans>Publishing a post</Trans>,
    Description: () => <Trans>Publish a post</Trans>,
    area: draft,
    edit: editDraft,
  },
  'post.publish': {
    Label: () => <Trans>Publishing a post</Trans>,
    Description: ({ args }) => <PublishPost text={args.text} />,
    area: posts,
  },
  'post.update': {
    Label: () => <Trans>A change of a post</Trans>,
    Description: ({ args }) => <ChangePost text={args.changes?.text} />,
    area: posts,
    edit: {
      states: ['waiting', 'sending', 'rejected'],
      open: ({ _id: postId = '' }, { navigate }) =>
        navigate({ to: '/creator/studio/posts/$postId', params: { postId } }),
    },
  },
  'post.remove': {
    Label: () => <Trans>Removing a post</Trans>,
    Description: () => <Trans>Remove a post</Trans>,
    area: posts,
  },
} satisfies Partial<AllMutationWords>

function PublishPost({ text }: { text: string | undefined }) {
  const { t } = useLingui()
  return <WithText words={t`Publish a post`} text={text} />
}

function ChangePost({ text }: { text: string | undefined }) {
  const { t } = useLingui()
  return <WithText words={t`Change a post`} text={text} />
}

function WithText({ words, text }: { words: string; text: string | undefined }) {
  return text ? <bdi>{`${words}: ${text}`}</bdi> : words
}
