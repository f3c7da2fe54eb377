import type { EntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { AdminCommands } from '../../../admin.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { oneLine } from '../../../infra/one-line.ts'
import { setAnswered } from './commands.ts'
import { ContactMessage } from './entity.ts'

export const admin: AdminCommands = {
  contact: {
    summary: 'Lists the open messages of the contact form, or notes one: contact answered|open <message>',
    async run({ app, args, print }) {
      const [action, id] = args
      if (action === undefined) return list(app.orm.em.fork(), print)
      const message = v.safeParse(uuid, id)
      if ((action !== 'answered' && action !== 'open') || !message.success || args.length > 2)
        throw new Refusal('invalid', 'Name a message: contact answered|open <message>')
      await transact(app, null, (tx) => setAnswered(tx, message.output.toLowerCase(), action === 'answered'))
      print(`The message is ${action}`)
    },
  },
}

async function list(em: EntityManager, print: (line: string) => void): Promise<void> {
  const messages = await em.find(ContactMessage, { state: 'open' }, { orderBy: { createdAt: 'asc', id: 'asc' } })
  for (const { id, createdAt, name, email, subject, message } of messages) {
    print(`${createdAt.toISOString().slice(0, 16).replace('T', ' ')}  ${id}  ${oneLine(name)} <${email}>`)
    print(`    ${oneLine(subject)}: ${oneLine(message)}`)
  }
  print(messages.length === 1 ? '1 open message' : `${messages.length} open messages`)
}
