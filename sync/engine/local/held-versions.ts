import type { Receipt } from '../protocol/receipt.ts'
import type { SpaceRecord } from '../store.ts'

/** The versions that this device can confirm once the transaction that applied them is committed. */
export function heldVersions({ epoch, run }: Pick<Receipt, 'epoch' | 'run'>, spaces: readonly SpaceRecord[]): Receipt {
  return { epoch, run, spaces: Object.fromEntries(spaces.map(({ space, version }) => [space, version])) }
}
