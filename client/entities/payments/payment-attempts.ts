import { v7 } from 'uuid'
import * as v from 'valibot'
import { accountKey, readStoredJson, removeStored, storeJson } from '../../core/storage/stored-values.ts'

/** How long a payment without an answer is taken up again, in milliseconds. Later, the same wish is a new payment. */
const HELD_MS = 60 * 60 * 1000
const MOST = 20

/** A payment that was sent and has no answer: `scope` is the thing that is paid, `about` everything that the payer saw. */
const Attempt = v.object({ scope: v.string(), about: v.string(), _id: v.string(), at: v.number() })
export type Attempt = v.InferOutput<typeof Attempt>

/** The payments of an account on this device that have no answer. They outlive a closed sheet, a reload and a killed tab. */
export type PaymentAttempts = {
  /** The attempts of one scope, the latest last. */
  of: (scope: string) => Attempt[]
  /** The id of the attempt about this; a new one where there is none. */
  begin: (scope: string, about: string) => string
  /** Forgets an attempt that was answered. */
  end: (id: string) => void
}

export function attemptsOf(account: string, now: () => number = Date.now): PaymentAttempts {
  const key = accountKey('payments', account)
  const all = (): Attempt[] => {
    const kept = v.safeParse(v.array(Attempt), readStoredJson(key))
    return kept.success ? kept.output.filter(({ at }) => at <= now() && now() - at < HELD_MS) : []
  }
  const write = (attempts: Attempt[]) => {
    if (attempts.length > 0) storeJson(key, attempts.slice(-MOST))
    else removeStored(key)
  }
  return {
    of: (scope) => all().filter((one) => one.scope === scope),
    begin: (scope, about) => {
      const attempts = all()
      const known = attempts.find((one) => one.scope === scope && one.about === about)
      if (known) return known._id
      const _id = v7()
      write([...attempts, { scope, about, _id, at: now() }])
      return _id
    },
    end: (id) => write(all().filter(({ _id }) => _id !== id)),
  }
}
