import { Trans } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { queuedArgs } from '../../core/sync/mutation-words.ts'
import type { MutationWords } from '../../core/sync/mutation-words.ts'

type Props = {
  /** The first of the lane. */
  record: OutboxRecord
  words: MutationWords | undefined
}

/** Names what waits in a lane: the messages to one person, the changes of the profile. */
export function LaneHeading({ record, words }: Props) {
  return (
    <h2 className="flex min-h-9 items-center gap-2.5 px-1 text-base font-semibold">
      {words ? <words.area.Heading args={queuedArgs(record)} /> : <Trans>Other changes</Trans>}
    </h2>
  )
}
