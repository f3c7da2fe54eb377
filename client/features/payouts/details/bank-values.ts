import { validationMessage } from '@vesper/sync/engine/protocol/validation-message.ts'
import { BankingBody } from '@vesper/sync/vesper/api/payouts.ts'
import * as v from 'valibot'

export const bankFields = ['holder', 'address', 'country', 'iban', 'account', 'routing', 'swift', 'password'] as const

type BankField = (typeof bankFields)[number]

/** The texts of the form; `kind` decides which numbers are sent. */
export type BankValues = Record<BankField, string> & { kind: 'iban' | 'account' }

/** A sentence for each field that is not right. */
export type BankErrors = Partial<Record<BankField, string>>

type Account = Omit<v.InferOutput<typeof BankingBody>, 'password' | 'passwordForm'>

export const emptyBank: BankValues = {
  kind: 'iban',
  ...{ holder: '', address: '', country: '', iban: '', account: '', routing: '', swift: '', password: '' },
}

/** The account as the server takes it, without the password, which is checked as well. */
export function checkBank(values: BankValues): { account: Account } | { errors: BankErrors } {
  const { kind, iban, account, routing, swift, ...rest } = values
  const numbers = kind === 'iban' ? { iban } : { account, routing }
  const given = { ...rest, ...numbers, ...(swift.trim() !== '' && { swift }) }
  const checked = v.safeParse(BankingBody, given, validationMessage)
  if (!checked.success) {
    const first = checked.issues.toReversed().map((issue) => [v.getDotPath(issue), issue.message])
    return { errors: Object.fromEntries(first) as BankErrors }
  }
  const { password: _password, passwordForm: _form, ...sent } = checked.output
  return { account: sent }
}
