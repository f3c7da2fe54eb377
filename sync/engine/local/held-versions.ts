import type { Taken } from '../protocol/receipt.ts'
import type { SpaceRecord } from '../store.ts'

/** [RECEIPT-1] What this device can say that it holds, once the transaction that took it in is through. */
export function takenOf({ epoch, run }: Pick<Taken, 'epoch' | 'run'>, spaces: readonly SpaceRecord[]): Taken {
  return { epoch, run, spaces: Object.fromEntries(spaces.map(({ space, version }) => [space, version])) }
}
