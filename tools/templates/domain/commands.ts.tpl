import { v7 } from 'uuid'
import { own } from '../../../infra/database/own.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { {{Name}} } from './entity.ts'

/** Creates one for the actor. */
export function create{{Name}}(tx: Tx, { text }: { text: string }): {{Name}} {
  return tx.em.create({{Name}}, { id: v7(), userId: requireActor(tx).userId, text, createdAt: tx.now })
}

/** Removes the actor's own one. Refuses as `not-found` what does not exist or belongs to another account. */
export async function remove{{Name}}(tx: Tx, id: string): Promise<void> {
  tx.em.remove(await own<{{Name}}>(tx, {{Name}}, { id, message: 'There is no such thing.' }))
}
