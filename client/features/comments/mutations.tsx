import { Trans } from '@lingui/react/macro'
import type { AllMutationWords, MutationArea } from '../../core/sync/mutation-words.ts'

const area: MutationArea<object> = { group: 'comments', Heading: () => <Trans>Comments</Trans> }

export const commentMutations = {
  'comment.add': {
    Label: () => <Trans>A comment</Trans>,
    Description: ({ args }) => args.text,
    area,
    textToCopy: ({ text }) => text ?? '',
  },
  'comment.edit': {
    Label: () => <Trans>An edited comment</Trans>,
    Description: ({ args }) => args.text,
    area,
    textToCopy: ({ text }) => text ?? '',
  },
  'comment.remove': {
    Label: () => <Trans>Deleting a comment</Trans>,
    Description: () => <Trans>Delete a comment</Trans>,
    area,
  },
} satisfies Partial<AllMutationWords>
