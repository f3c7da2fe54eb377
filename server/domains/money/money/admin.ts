import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands } from '../../../admin.ts'
import { leadToDesk } from '../../../infra/approval-kind.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { grantAlone } from './desk/grant-approval.ts'
import { repairEarningDays } from './earning-days/repair-earning-days.ts'
import { checkAndNote } from './ledger/check-books-job.ts'

export const admin: AdminCommands = {
  books: {
    summary: 'Checks the ledger: every sum, balance, wallet and charge; payouts wait while it is wrong',
    async run({ app, print }) {
      const breaches = await checkAndNote(app)
      for (const { rule, at } of breaches) print(`Broken: ${rule} At ${at.join(', ')}`)
      if (breaches.length > 0) throw new Refusal('conflict', 'The books are wrong.')
      print('The books are right')
    },
  },
  earnings: {
    summary: 'Compares the sums of days with the sales and refunds, and repairs them',
    async run({ app, print }) {
      const wrong = await repairEarningDays(app)
      for (const { performerId, day } of wrong) print(`Repaired: ${day} of ${performerId}`)
      if (wrong.length === 0) print('The sums of all days are right')
    },
  },
  tokens: {
    summary: 'Gives tokens to an account: tokens <username> <number>',
    async run({ app, args, print }) {
      const [username, number] = args
      if (username === undefined || number === undefined || args.length > 2)
        throw new Refusal('invalid', 'Name an account and a number: tokens <username> <number>')
      const given = { username, tokens: Number(number), key: randomUUID() }
      const balance = await leadToDesk(() => transact(app, null, (tx) => grantAlone(tx, given)))
      print(`${username} has ${balance} tokens`)
    },
  },
}
