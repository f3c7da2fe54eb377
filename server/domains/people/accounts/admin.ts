import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands } from '../../../admin.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { reactivateAccount, suspendAccount } from './suspend.ts'

export const admin: AdminCommands = {
  suspend: {
    summary: 'Closes an account and ends its sessions: suspend <username> <reason>',
    async run({ app, args: [username, ...words], print }) {
      const reason = words.join(' ').trim()
      if (username === undefined || reason === '')
        throw new Refusal('invalid', 'Name an account and a reason: suspend <username> <reason>')
      await transact(app, null, (tx) => suspendAccount(tx, username, reason))
      print(`${username} is suspended`)
    },
  },
  reactivate: {
    summary: 'Opens a suspended account again: reactivate <username>',
    async run({ app, args: [username, ...others], print }) {
      if (username === undefined || others.length > 0)
        throw new Refusal('invalid', 'Name one account: reactivate <username>')
      await transact(app, null, (tx) => reactivateAccount(tx, username))
      print(`${username} is active`)
    },
  },
}
