import type { OutboxRecord, StoreTx, Upload } from '../store.ts'
import type { Replica } from './replica.ts'

/** Lets the files that a mutation names go up again, where they are in one of `states`. */
export async function retryFiles(
  { model }: Replica,
  tx: StoreTx,
  { name, args, states }: Pick<OutboxRecord, 'name' | 'args'> & { states: Upload['state'][] },
): Promise<void> {
  const fileIds = [...model.files(name, args)]
  if (fileIds.length === 0) return
  const uploads = (await tx.uploads.getMany(fileIds)).filter((upload) => upload !== undefined)
  const renewed = uploads.filter(({ state }) => states.includes(state))
  await tx.uploads.put(renewed.map((upload): Upload => ({ ...upload, state: 'waiting', sent: 0, rejection: null })))
}
