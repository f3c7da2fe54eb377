import { Trans } from '@lingui/react/macro'
import type { AllMutationWords, MutationArea } from '../../core/sync/mutation-words.ts'

const broadcast: MutationArea<object> = { Heading: () => <Trans>A message to many</Trans> }

export const broadcastMutations = {
  'broadcast.save': {
    Label: () => <Trans>A message to many</Trans>,
    Description: ({ args }) => args.changes?.text ?? <Trans>A change to a message to many</Trans>,
    area: broadcast,
    textToCopy: ({ changes }) => changes?.text ?? '',
  },
  'broadcast.discard': {
    Label: () => <Trans>Discarding a message to many</Trans>,
    Description: () => <Trans>Discard the draft of a message to many</Trans>,
    area: broadcast,
  },
} satisfies Partial<AllMutationWords>
