import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands } from '../../../admin.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { rotateKey } from './sign-head.ts'

const USAGE = 'statements rotate-key'

export const admin: AdminCommands = {
  statements: {
    summary: `Has a new key sign the statements of creators; the public keys of earlier ones stay listed: ${USAGE}`,
    async run({ app, args, print }) {
      if (args.join(' ') !== 'rotate-key') throw new Refusal('invalid', `Use: ${USAGE}`)
      const { id } = await transact(app, null, rotateKey)
      print(`Statements are signed with the key ${id} from now on.`)
    },
  },
}
