import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { AdminCommands } from '../../../admin.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { changeSettings } from '../../site/settings/commands.ts'
import { Charge } from '../money/charges/entity.ts'
import { refundCharge } from '../money/charges/refund.ts'
import { giveOrderBack } from './orders/give-back.ts'
import { listFailedRefunds } from './orders/list-failed-refunds.ts'

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
      const charge = await app.orm.em.fork().findOne(Charge, { id: chargeId.output.toLowerCase() })
      if (charge?.orderId != null) {
        const part = number === 'all' ? {} : { cents: Number(number) }
        const key = randomUUID()
        // First the note: nothing is given back at the gateway without it.
        await transact(app, null, async (tx) => {
          audit(tx, { action: 'charge.refund', subjectId: charge.id, after: { ...part, key }, text: reason })
        })
        const cents = await giveOrderBack(app, { orderId: charge.orderId, key, ...part })
        await transact(app, null, async (tx) => {
          audit(tx, { action: 'charge.refunded', subjectId: charge.id, after: { cents, key } })
        })
        print(`${cents} cents were given back to the card`)
        return
      }
      const whose = { chargeId: chargeId.output.toLowerCase(), reason, key: randomUUID() }
      const tokens = number === 'all' ? {} : { tokens: Number(number) }
      const refund = await transact(app, null, async (tx) => {
        const made = await refundCharge(tx, { ...whose, ...tokens })
        audit(tx, { action: 'charge.refund', subjectId: whose.chargeId, after: { tokens: made.tokens }, text: reason })
        return made
      })
      print(`${refund.tokens} tokens were given back`)
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
