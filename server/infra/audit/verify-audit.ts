import type { App } from '../../app.ts'
import { readSnapshot } from '../database/read-snapshot.ts'
import { readEntries } from './read-entries.ts'
import { verifyChain } from './verify-chain.ts'
import type { ChainCheck } from './verify-chain.ts'

/** Follows the chain of this database, as it is at one moment, to its head. */
export function verifyAudit(app: Pick<App, 'orm' | 'log'>): Promise<ChainCheck> {
  return readSnapshot(app, async (em) => {
    const [head] = await em.execute<{ seq: number; hash: string }[]>('select seq, hash from audit_head where id = 1')
    const check = await verifyChain(readEntries(em), head ?? null)
    return head || check.problem !== null ? check : { ...check, problem: 'The head of the chain is gone.' }
  })
}
