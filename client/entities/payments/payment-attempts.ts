import { v7 } from 'uuid'
import * as v from 'valibot'
import { accountKey, readStoredJson, removeStored, storeJson } from '../../core/storage/stored-values.ts'

/** How long a payment without an answer is taken up again, in milliseconds. Later, the same wish is a new payment. */
const HELD_MS = 60 * 60 * 1000
const MOST = 20
/** How long an open pay page is used again, in milliseconds: five minutes and more of its time are left to pay then. */
const PAGE_MS = 25 * 60 * 1000

/**
 * A payment that was sent and is not settled: `scope` is the thing that is paid, `about` everything that the payer saw.
 * `checkoutId`: it was answered with a pay page, which may still be paid; absent while there is no answer.
 */
const Attempt = v.object({
  ...{ scope: v.string(), about: v.string(), _id: v.string(), at: v.number() },
  checkoutId: v.exactOptional(v.string()),
})
export type Attempt = v.InferOutput<typeof Attempt>

/** The payments of an account on this device that are not settled. They outlive a closed sheet, a reload and a killed tab. */
export type PaymentAttempts = {
  /** The attempts of one scope that have no answer, the latest last. */
  of: (scope: string) => Attempt[]
  /** The id of the attempt about this, also of one whose page is open; a new one where there is none. */
  begin: (scope: string, about: string) => string
  /** Forgets an attempt that was answered. */
  end: (id: string) => void
  /** Notes that the answer was a pay page. The server has closed the other open pages of the scope. */
  open: (id: string, checkoutId: string) => void
  /** True for an attempt whose pay page may be open. */
  isOpen: (id: string) => boolean
  /** Forgets the attempt whose pay page was paid, or has ended. */
  endCheckout: (checkoutId: string) => void
}

export function attemptsOf(account: string, now: () => number = Date.now): PaymentAttempts {
  const key = accountKey('payments', account)
  const isHeld = ({ at, checkoutId }: Attempt) =>
    at <= now() && now() - at < (checkoutId === undefined ? HELD_MS : PAGE_MS)
  const all = (): Attempt[] => {
    const kept = v.safeParse(v.array(Attempt), readStoredJson(key))
    return kept.success ? kept.output.filter(isHeld) : []
  }
  const write = (attempts: Attempt[]) => {
    if (attempts.length > 0) storeJson(key, attempts.slice(-MOST))
    else removeStored(key)
  }
  return {
    of: (scope) => all().filter((one) => one.scope === scope && one.checkoutId === undefined),
    begin: (scope, about) => {
      const attempts = all()
      const known = attempts.find((one) => one.scope === scope && one.about === about)
      if (known) return known._id
      const _id = v7()
      write([...attempts, { scope, about, _id, at: now() }])
      return _id
    },
    end: (id) => write(all().filter(({ _id }) => _id !== id)),
    open: (id, checkoutId) => {
      const attempts = all()
      const opened = attempts.find(({ _id }) => _id === id)
      if (!opened) return
      const isClosed = (one: Attempt) => one.scope === opened.scope && one.checkoutId !== undefined
      write([...attempts.filter((one) => one !== opened && !isClosed(one)), { ...opened, checkoutId }])
    },
    isOpen: (id) => all().some((one) => one._id === id && one.checkoutId !== undefined),
    endCheckout: (checkoutId) => write(all().filter((one) => one.checkoutId !== checkoutId)),
  }
}
