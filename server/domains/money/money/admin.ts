import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { AdminCommands } from '../../../admin.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { giveOrderBack } from '../payments/orders/give-back.ts'
import { Charge } from './charges/entity.ts'
import { refundCharge } from './charges/refund.ts'
import { grantTokens } from './grant-tokens.ts'
import { checkAndNote } from './ledger/check-books-job.ts'

/** Characters of the reason of a refund, which its record keeps. */
const REASON_MAX = 200

export const admin: AdminCommands = {
  refund: {
    summary: 'Gives a payment back, to the wallet or the card that paid: refund <charge> <tokens|cents|all> <reason>',
    async run({ app, args, print }) {
      const [id = '', number = '', ...words] = args
      const chargeId = v.safeParse(uuid, id)
      const reason = words.join(' ').trim()
      if (!chargeId.success || !/^(?:all|\d{1,7})$/.test(number) || reason === '' || reason.length > REASON_MAX)
        throw new Refusal('invalid', 'Name a payment, a number and a reason: refund <charge> <tokens|all> <reason>')
      const charge = await app.orm.em.fork().findOne(Charge, { id: chargeId.output.toLowerCase() })
      if (charge?.orderId != null) {
        const part = number === 'all' ? {} : { cents: Number(number) }
        const cents = await giveOrderBack(app, { orderId: charge.orderId, key: randomUUID(), ...part })
        await transact(app, null, async (tx) => {
          audit(tx, { action: 'charge.refund', subjectId: charge.id, after: { cents, reason } })
          await tx.em.flush()
        })
        print(`${cents} cents were given back to the card`)
        return
      }
      const whose = { chargeId: chargeId.output.toLowerCase(), reason, key: randomUUID() }
      const tokens = number === 'all' ? {} : { tokens: Number(number) }
      const refund = await transact(app, null, async (tx) => {
        const made = await refundCharge(tx, { ...whose, ...tokens })
        audit(tx, { action: 'charge.refund', subjectId: whose.chargeId, after: { tokens: made.tokens, reason } })
        return made
      })
      print(`${refund.tokens} tokens were given back`)
    },
  },
  books: {
    summary: 'Checks the ledger: every sum, balance, wallet and charge; payouts wait while it is wrong',
    async run({ app, print }) {
      const breaches = await checkAndNote(app)
      for (const { rule, at } of breaches) print(`Broken: ${rule} At ${at.join(', ')}`)
      if (breaches.length > 0) throw new Refusal('conflict', 'The books are wrong.')
      print('The books are right')
    },
  },
  tokens: {
    summary: 'Gives tokens to an account: tokens <username> <number>',
    async run({ app, args, print }) {
      const [username, number] = args
      if (username === undefined || number === undefined || args.length > 2)
        throw new Refusal('invalid', 'Name an account and a number: tokens <username> <number>')
      const balance = await transact(app, null, async (tx) => {
        const total = await grantTokens(tx, { username, tokens: Number(number), key: randomUUID() })
        audit(tx, { action: 'wallet.grant', subjectId: username, after: { tokens: Number(number), balance: total } })
        return total
      })
      print(`${username} has ${balance} tokens`)
    },
  },
}
