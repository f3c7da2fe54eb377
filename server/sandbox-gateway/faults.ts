import { setTimeout as wait } from 'node:timers/promises'
import { GatewayError } from './gateway-error.ts'

/**
 * A planned fault of a call: `cut` closes the connection after the call has had its effect, `delay` answers late, a
 * number is the status of a refusal before the call begins, and `accident` a 500 once it has begun, which its key remembers.
 */
export type Fault = {
  /** Such as `POST /v1/payment_intents`; any call where it is left out. */
  call?: string
  with: 'cut' | 'delay' | 'accident' | 409 | 429 | 500
  /** So many calls; one unless told. */
  times?: number
}

/** How events are delivered: `late` holds them back, `dropped` loses them, `forged` signs them with another secret. */
export type Delivery = 'usual' | 'late' | 'twice' | 'reordered' | 'dropped' | 'forged'

const DELAY_MS = 1500

/** Planned faults of this gateway, to test the app. */
export type Faults = {
  add: (fault: Fault) => void
  clear: () => void
  /** Does what goes wrong before a call; gives what is to go wrong with it afterwards. */
  before: (call: string) => Promise<'cut' | 'accident' | null>
}

export function createFaults(): Faults {
  const faults: Required<Fault>[] = []
  return {
    add: ({ call = '', times = 1, ...fault }) => void faults.push({ call, times, ...fault }),
    clear: () => void faults.splice(0),
    async before(call) {
      const fault = faults.find((one) => one.times > 0 && (one.call === '' || one.call === call))
      if (!fault) return null
      fault.times--
      if (fault.with === 'cut' || fault.with === 'accident') return fault.with
      if (fault.with === 'delay') await wait(DELAY_MS)
      else throw new GatewayError(fault.with, ERRORS[fault.with])
      return null
    },
  }
}

const ERRORS = {
  409: {
    ...{ type: 'invalid_request_error', code: 'lock_timeout' },
    message: 'This object cannot be accessed right now because another API request is currently accessing it.',
  },
  429: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' },
  500: { type: 'api_error', message: 'An unexpected error occurred.' },
} as const
