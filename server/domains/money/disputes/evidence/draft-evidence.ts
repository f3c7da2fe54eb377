import type { EvidencePart } from '@vesper/sync/vesper/api/desk-disputes.ts'
import { evidenceParts } from '@vesper/sync/vesper/api/desk-disputes.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { User } from '../../../people/accounts/entity.ts'
import { amountInWords } from '../../money/cents.ts'
import { Charge } from '../../money/charges/entity.ts'
import { PaymentCard } from '../../payments/cards/entity.ts'
import type { Evidence } from '../../payments/gateway.ts'
import { PaymentOrder } from '../../payments/orders/entity.ts'
import type { Dispute } from '../entity.ts'
import { accessLog } from './access-log.ts'
import { consentOf } from './consent-of.ts'
import { momentInWords } from './moment-in-words.ts'

/** An answer that is made out of the records of the site, in English: banks read it. */
export type Draft = { text: string; evidence: Omit<Evidence, 'text'> }

/** Makes the draft of an answer to a dispute: the receipt, the customer, their consent, and the use of the bought goods. */
export async function draftEvidence(source: Pick<Tx, 'app' | 'em'>, { orderId, fanId }: Dispute): Promise<Draft> {
  const { em } = source
  const [order, fan] = [await em.findOneOrFail(PaymentOrder, { id: orderId }), await em.findOne(User, { id: fanId })]
  const charge = await em.findOne(Charge, { orderId })
  const { siteName } = await source.app.settings.readIn(source)
  const card = order.cardId == null ? null : await em.findOne(PaymentCard, { id: order.cardId })
  const { lines, isUsed } = await accessLog(source, { order, charge })
  const paidAt = momentInWords(order.paidAt ?? order.createdAt)
  const money = amountInWords(order.amount, order.currency)
  const receipt = [
    `${order.title}, bought at ${siteName} for ${money} on ${paidAt}.`,
    charge ? `Receipt number ${charge.number}, order ${order.id}.` : `Order ${order.id}.`,
    ...(card && card.last4 !== '' ? [`Paid with the card ${card.brand} that ends with ${card.last4}.`] : []),
    ...(order.refunded > 0 ? [`Given back so far: ${amountInWords(order.refunded, order.currency)}.`] : []),
  ]
  const used = isUsed ? ' The account used it afterwards, as the log of access shows.' : ''
  return {
    text: `The customer bought "${order.title}" for ${money} on ${paidAt}.${used} We ask to decide for the merchant.`,
    evidence: {
      receipt: receipt.join('\n'),
      customer: fan ? { name: fan.name, email: fan.email ?? null } : undefined,
      consent: await consentOf(source, { order, charge }),
      access: lines.length > 0 ? lines.join('\n') : undefined,
    },
  }
}

/** The parts of an answer as a person reads them. */
export function partsInWords(evidence: Omit<Evidence, 'text'>): { part: EvidencePart; text: string }[] {
  return evidenceParts.flatMap((part) => {
    const value = evidence[part]
    if (value === undefined) return []
    if (typeof value === 'string') return { part, text: value }
    return { part, text: `Name: ${value.name}${value.email === null ? '' : `\nEmail: ${value.email}`}` }
  })
}
