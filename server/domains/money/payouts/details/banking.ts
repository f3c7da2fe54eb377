import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { BankingBody } from '@vesper/sync/vesper/api/payouts.ts'
import { isValidBIC, isValidIBAN } from 'ibantools'
import type * as v from 'valibot'
import type { App } from '../../../../app.ts'
import { sealedColumn } from '../../../../infra/crypto/sealed-column.ts'
import type { Sealer } from '../../../../infra/crypto/sealer.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../../infra/database/transaction.ts'
import { lockProven } from '../../../people/accounts/passwords/change-password.ts'
import { bankChangedMail } from '../mails.ts'
import type { PayoutDetails } from './entity.ts'
import { holdPayouts, lockDetails } from './lock-details.ts'
import { unfit, withPassword } from './with-password.ts'

export type BankAccount = Omit<v.InferOutput<typeof BankingBody>, 'password' | 'passwordForm'>

/**
 * Stores the bank account of a creator, who proves the password: sealed, with a mail, and with a lock on payouts. The same
 * account again changes nothing. Refuses as `invalid` a wrong password and numbers that cannot be right.
 */
export async function saveBankAccount(
  app: App,
  actor: Actor,
  { password, passwordForm, ...account }: v.InferOutput<typeof BankingBody>,
): Promise<PayoutDetails> {
  requireValid(account)
  return withPassword(app, actor, {
    ...{ password, passwordForm },
    write: (proof) => transact(app, actor, (tx) => storeBankAccount(tx, { account, proof })),
  })
}

/**
 * Reads the sealed bank account; null without one. For operators alone: it is never part of an answer. Refuses as `conflict`
 * one that the keys of this server do not open.
 */
export function openBankAccount(sealer: Sealer, { bank, performerId }: PayoutDetails): BankAccount | null {
  if (bank == null) return null
  const text = opened(sealer, bank, performerId)
  if (text === null) {
    const say = 'These bank details cannot be opened with DETAILS_KEY. Ask the creator to enter them again.'
    throw new Refusal('conflict', say)
  }
  return JSON.parse(text) as BankAccount
}

/** A bank account as the database keeps it. */
export function sealBankAccount(sealer: Sealer, performerId: string, account: BankAccount): string {
  return sealer.seal(JSON.stringify(account), aboutOf(performerId))
}

async function storeBankAccount(
  tx: Tx,
  { account, proof }: { account: BankAccount; proof: string },
): Promise<PayoutDetails> {
  const { userId } = requireActor(tx)
  const user = await lockProven(tx, proof)
  const details = await lockDetails(tx, userId)
  const { sealer, config, mailer } = tx.app
  // Details that no key opens are replaced.
  if (details.bank != null && opened(sealer, details.bank, userId) === JSON.stringify(account)) return details
  const last4 = (account.iban ?? account.account ?? '').slice(-4)
  tx.em.assign(details, {
    bank: sealBankAccount(sealer, userId, account),
    ...{ bankLast4: last4, bankCountry: account.country, bankChangedAt: tx.now, method: details.method ?? 'bank' },
  })
  holdPayouts(tx, details)
  const link = `${config.publicUrl}/auth/forgot`
  if (user.email) mailer.send(tx, bankChangedMail({ email: user.email, name: user.name }, { last4, link }))
  await tx.em.flush()
  return details
}

function requireValid({ iban, swift, country }: BankAccount): void {
  if (iban !== undefined && !isValidIBAN(iban)) throw unfit('iban', 'This is no IBAN. Check each character.')
  if (iban !== undefined && !iban.startsWith(country)) throw unfit('country', 'The IBAN is of another country.')
  if (swift !== undefined && !isValidBIC(swift)) throw unfit('swift', 'A SWIFT code has 8 or 11 characters.')
}

/** The bank details as what DETAILS_KEY is needed for. */
export const sealedBankAccounts = sealedColumn({
  ...{
    name: 'bank accounts',
    table: 'payout_details',
    key: 'performer_id',
    keyType: 'uuid',
    column: 'bank',
    about: aboutOf,
  },
})

/** Null for a text that was sealed with a key that is gone, or was never sealed. */
function opened(sealer: Sealer, bank: string, performerId: string): string | null {
  try {
    return sealer.open(bank, aboutOf(performerId))
  } catch {
    return null
  }
}

function aboutOf(performerId: string): string {
  return `payout-details:${performerId}`
}
