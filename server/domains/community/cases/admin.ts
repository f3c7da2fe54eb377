import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands, AdminInput } from '../../../admin.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { User } from '../../people/accounts/entity.ts'
import { decideAndClose, operatorDecision } from './operator-decision.ts'
import { reportCommands } from './reports/report-commands.ts'
import type { ThingId } from './thing-of.ts'

export const admin: AdminCommands = {
  ...reportCommands,
  suspend: {
    summary: 'Suspends an account, which can read why and appeal: suspend <username> <reason>',
    async run({ app, args: [username, ...words], print }) {
      const reason = words.join(' ').trim()
      if (username === undefined || reason === '')
        throw new Refusal('invalid', 'Name an account and a reason: suspend <username> <reason>')
      const { thing, status } = await accountNamed(app, username)
      if (status !== 'suspended')
        await transact(app, null, (tx) => decideAndClose(tx, thing, operatorDecision('suspend', reason)))
      print(`${username} is suspended`)
    },
  },
  reactivate: {
    summary: 'Opens a suspended account again: reactivate <username> [reason]',
    async run({ app, args: [username, ...words], print }) {
      if (username === undefined) throw new Refusal('invalid', 'Name an account: reactivate <username>')
      const { thing, status } = await accountNamed(app, username)
      if (status === 'suspended')
        await transact(app, null, (tx) => decideAndClose(tx, thing, operatorDecision('restore', words.join(' '))))
      print(`${username} is active`)
    },
  },
}

async function accountNamed(app: AdminInput['app'], name: string): Promise<{ thing: ThingId; status: User['status'] }> {
  const user = await app.orm.em.fork().findOne(User, { username: name.toLowerCase() })
  if (!user) throw new Refusal('not-found', `There is no account "${name}".`)
  return { thing: { type: user.isPerformer ? 'performer' : 'user', id: user.id }, status: user.status }
}
