import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands, AdminInput } from '../../../admin.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { lockOrder, noOrder } from './lock-order.ts'
import { decideRequest } from './refunds/requests.ts'

const USAGE = 'order list | grant <number> <answer> | refuse <number> <answer>'

type Waiting = { number: string; createdAt: string; reason: string; note: string; tokens: number; seller: string }

export const admin: AdminCommands = {
  order: {
    summary: `Decides on requests for tokens back that buyers and sellers did not settle: ${USAGE}`,
    async run({ app, args: [action, number, ...words], print }) {
      const answer = words.join(' ')
      if (action === 'list' && number === undefined) return list({ app, print })
      if ((action !== 'grant' && action !== 'refuse') || number === undefined || answer === '') {
        throw new Refusal('invalid', `Use: ${USAGE}`)
      }
      await transact(app, null, async (tx) => {
        const locked = await lockOrder(tx, { number: number.toUpperCase() })
        if (!locked) throw noOrder()
        const before = { payment: locked.order.payment, request: locked.request?.state ?? null }
        await decideRequest(tx, locked, { decision: action, answer, by: 'staff' })
        const after = { payment: locked.order.payment, refunded: locked.order.refunded }
        audit(tx, { action: `order.${action}`, subjectId: locked.order.id, before, after, text: answer })
      })
      print(action === 'grant' ? 'Granted. The tokens are back.' : 'Refused. This is final.')
    },
  },
}

async function list({ app, print }: Pick<AdminInput, 'app' | 'print'>): Promise<void> {
  const waiting = await app.orm.em.fork().execute<Waiting[]>(
    `select o.number, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "createdAt", r.reason, r.note,
       o.tokens - o.refunded as tokens, coalesce(u.username, o.performer_id::text) as seller
     from refund_request r join "order" o on o.id = r.order_id left ${joinAccount('u', 'o.performer_id')}
     where r.state = 'appealed' order by r.created_at, r.id`,
  )
  for (const { number, createdAt, reason, note, tokens, seller } of waiting) {
    print(`${createdAt}  ${number}  ${tokens} tokens, sold by ${seller}: ${reason}${note === '' ? '' : `, ${note}`}`)
  }
  print(waiting.length === 1 ? '1 request waits' : `${waiting.length} requests wait`)
}
