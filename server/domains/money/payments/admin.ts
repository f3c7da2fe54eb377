import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { AdminCommands } from '../../../admin.ts'
import { leadToDesk } from '../../../infra/approval-kind.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { editPackage } from './desk/edit-package.ts'
import { refundAlone } from './desk/refund-approval.ts'
import { listFailedRefunds } from './orders/list-failed-refunds.ts'
import { CardRefund } from './refunds/entity.ts'
import { refundCard } from './refunds/refund-card.ts'

/** Characters of the reason of a refund, which its record keeps. */
const REASON_MAX = 200

const USAGE = 'package <id> <tokens> <bonus> <name> | package <id> off | package'

export const admin: AdminCommands = {
  refund: {
    summary:
      'Gives a payment back, to the wallet or the card that paid: refund <charge> <tokens|cents|all> <reason>; alone, it lists refunds that failed',
    async run({ app, args, print }) {
      if (args.length === 0) return listFailedRefunds(app.orm.em.fork(), print)
      const [id = '', number = '', ...words] = args
      const chargeId = v.safeParse(uuid, id)
      const reason = words.join(' ').trim()
      if (!chargeId.success || !/^(?:all|\d{1,7})$/.test(number) || reason === '' || reason.length > REASON_MAX)
        throw new Refusal('invalid', 'Name a payment, a number and a reason: refund <charge> <tokens|all> <reason>')
      const asked = { chargeId: chargeId.output.toLowerCase(), reason, key: randomUUID() }
      const part = number === 'all' ? {} : { count: Number(number) }
      const given = await leadToDesk(() => transact(app, null, (tx) => refundAlone(tx, { ...asked, ...part })))
      const refund = await app.orm.em.fork().findOne(CardRefund, { id: asked.key })
      if (!refund) return print(`${given} tokens were given back`)
      await refundCard(app, refund.id)
      const { failure } = await app.orm.em.fork().findOneOrFail(CardRefund, { id: refund.id })
      if (failure != null) throw new Refusal('conflict', failure)
      print(`${given} cents were given back to the card`)
    },
  },
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
      const made = { name: name.join(' '), tokens: Number(tokens), bonus: Number(bonus) }
      await transact(app, null, (tx) => editPackage(tx, { id: _id, version: null, made: isOff ? null : made }))
      print(isOff ? 'The package is off' : `${made.name}: ${made.tokens} tokens and ${made.bonus} on top`)
    },
  },
}
