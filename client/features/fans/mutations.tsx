import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

const area = { group: 'fan-lists', Heading: () => <Trans>Lists of fans</Trans> }

export const fanMutations = {
  'fan-list.save': {
    Label: () => <Trans>A list of fans</Trans>,
    Description: ({ args: { changes } }) =>
      changes?.name ? <Trans>Save the list {named(changes.name)}</Trans> : <Trans>Change the rule of a list</Trans>,
    area,
  },
  'fan-list.remove': {
    Label: () => <Trans>A deleted list of fans</Trans>,
    Description: () => <Trans>Delete a list of fans</Trans>,
    area,
  },
  'fan-list.add': {
    Label: () => <Trans>A fan added to a list</Trans>,
    Description: ({ args: { user } }) =>
      user ? <Trans>Add {named(user.name)} to a list</Trans> : <Trans>Add a fan to a list</Trans>,
    area,
  },
  'fan-list.take': {
    Label: () => <Trans>A fan removed from a list</Trans>,
    Description: () => <Trans>Remove a fan from a list</Trans>,
    area,
  },
  'fan-note.save': {
    Label: () => <Trans>A note on a fan</Trans>,
    Description: ({ args: { text } }) => (text ? <bdi>{text}</bdi> : <Trans>Delete a note on a fan</Trans>),
    area: { Heading: () => <Trans>Notes on fans</Trans> },
    textToCopy: ({ text }) => text ?? '',
  },
} satisfies Partial<AllMutationWords>

function named(name: string) {
  return <bdi>{name}</bdi>
}
