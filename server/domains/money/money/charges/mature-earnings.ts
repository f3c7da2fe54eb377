import { LockMode } from '@mikro-orm/postgresql'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../../infra/jobs/job.ts'
import { workThroughDue } from '../../../../infra/jobs/work-through.ts'
import { post } from '../ledger/post.ts'
import { maturedLines } from '../sale-lines.ts'
import { Charge } from './entity.ts'

const BATCH = 200

/** Makes what creators have earned free to be paid out, once its time has come. */
export const matureEarningsJob: RecurringJob = {
  kind: 'recurring',
  name: 'money.mature-earnings',
  everySeconds: 300,
  async run(app, signal) {
    await matureEarnings(app, signal)
  },
}

/** Frees earnings whose time has come, the earliest first; answers how many. */
export function matureEarnings(app: App, signal?: AbortSignal): Promise<number> {
  const find = (except: string[]) =>
    app.orm.em
      .fork()
      .find(
        Charge,
        { state: 'pending', disputeId: null, availableAt: { $lte: app.clock() }, id: { $nin: except } },
        { fields: ['id'], orderBy: { availableAt: 'asc', id: 'asc' }, limit: BATCH },
      )
  const work = ({ id }: Pick<Charge, 'id'>) => transact(app, null, (tx) => mature(tx, id))
  return workThroughDue(app, { find, idOf: ({ id }) => id, work, signal })
}

async function mature(tx: Parameters<Parameters<typeof transact>[2]>[0], id: string): Promise<void> {
  // Locked: a refund, a dispute or a hold of it comes before or after.
  const charge = await tx.em.findOne(
    Charge,
    { id, state: 'pending', disputeId: null, availableAt: { $lte: tx.now } },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (!charge) return
  charge.state = 'available'
  const earned = charge.share - charge.refundedShare
  if (earned === 0) return
  const lines = maturedLines(charge.performerId, BigInt(earned))
  await post(tx, { scope: 'mature', key: id, request: { id }, kind: 'matured', refId: id, lines })
}
