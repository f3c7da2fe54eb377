import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands, AdminInput } from '../../../admin.ts'
import { leadToDesk } from '../../../infra/approval-kind.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { releaseMoney } from '../../../infra/sync/history/history.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { approvePayoutAlone } from './desk/payout-approval.ts'
import { confirmPayout, rejectPayout, showBankAccount } from './requests/review.ts'

type Open = {
  id: string
  createdAt: string
  username: string
  amount: number
  currency: string
  status: string
  method: string
}

const USAGE = 'payout list | approve <id> | reject <id> <reason> | show <id> | paid <id> | failed <id> <reason>'

export const admin: AdminCommands = {
  payout: {
    summary: `Decides on payouts of creators: ${USAGE}`,
    async run({ app, args: [action, id, ...words], print }) {
      const reason = words.join(' ')
      if (action === 'list' && id === undefined) return list({ app, print })
      const decide = id === undefined ? undefined : decisions[action ?? '']
      if (id === undefined || !decide) throw new Refusal('invalid', `Use: ${USAGE}`)
      print(await transact(app, null, (tx) => decide(tx, id, reason)))
    },
  },
  restored: {
    summary: 'Lets payouts, renewals and refunds to cards run again after the database was restored',
    async run({ app, print }) {
      const hasWaited = await transact(app, null, releaseMoney)
      print(hasWaited ? 'Jobs that move money run again within a minute' : 'No job that moves money waits')
    },
  },
}

type Decide = (tx: Tx, id: string, reason: string) => Promise<string>

const decisions: Record<string, Decide> = {
  async approve(tx, id) {
    const { method } = await leadToDesk(() => approvePayoutAlone(tx, id))
    return method === 'bank' ? `Approved. Send the money, then: payout paid ${id}` : 'Approved. It is being paid.'
  },
  async reject(tx, id, reason) {
    await rejectPayout(tx, id, reason)
    return 'Rejected. The money is back in the balance.'
  },
  async paid(tx, id) {
    await confirmPayout(tx, id, null)
    return 'Paid.'
  },
  async failed(tx, id, reason) {
    await confirmPayout(tx, id, reason)
    return 'Failed. The creator can ask for it again.'
  },
  async show(tx, id) {
    const account = await showBankAccount(tx, id)
    if (!account) return 'There are no bank details.'
    return Object.entries(account)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
  },
}

async function list({ app, print }: Pick<AdminInput, 'app' | 'print'>): Promise<void> {
  const open = await app.orm.em.fork().execute<Open[]>(
    `select p.id, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "createdAt",
       coalesce(u.username, p.performer_id::text) as username, p.amount - p.fee as amount, p.currency, p.status, p.method
     from payout p left ${joinAccount('u', 'p.performer_id')}
     where p.status in ('pending', 'approved', 'processing', 'failed') order by p.created_at, p.id`,
  )
  for (const { id, createdAt, username, amount, currency, status, method } of open) {
    print(`${createdAt}  ${id}  ${(amount / 100).toFixed(2)} ${currency} to ${username} by ${method}: ${status}`)
  }
  print(open.length === 1 ? '1 open payout' : `${open.length} open payouts`)
}
