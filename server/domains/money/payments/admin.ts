import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands } from '../../../admin.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { changeSettings } from '../../site/settings/commands.ts'

const USAGE = 'package <id> <tokens> <bonus> <name> | package <id> off | package'

export const admin: AdminCommands = {
  package: {
    summary: `Sells tokens in a package, ends one, or lists all: ${USAGE}`,
    async run({ app, args, print }) {
      const { tokenPackages: known } = await app.settings.read()
      if (args.length === 0) {
        for (const { _id, name, tokens, bonus } of known) print(`${_id}: ${name}, ${tokens} tokens and ${bonus} on top`)
        return
      }
      const [_id = '', tokens, bonus, ...name] = args
      const isOff = args.length === 2 && tokens === 'off'
      if (!isOff && name.length === 0) throw new Refusal('invalid', `Use it so: ${USAGE}`)
      if (isOff && !known.some((one) => one._id === _id)) throw new Refusal('not-found', 'There is no such package.')
      const others = known.filter((one) => one._id !== _id)
      const made = { _id, name: name.join(' '), tokens: Number(tokens), bonus: Number(bonus) }
      const before = known.find((one) => one._id === _id) ?? null
      await transact(app, null, async (tx) => {
        await changeSettings(tx, { tokenPackages: isOff ? others : [...others, made] })
        audit(tx, { action: isOff ? 'package.off' : 'package.set', subjectId: _id, before, after: isOff ? null : made })
      })
      print(isOff ? 'The package is off' : `${made.name}: ${made.tokens} tokens and ${made.bonus} on top`)
    },
  },
}
