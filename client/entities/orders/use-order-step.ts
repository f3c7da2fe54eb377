import { Order } from '@vesper/sync/vesper/records/order.ts'
import { useRef, useState } from 'react'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useAction } from '../../ui/form/use-action.ts'

export type Step = { method: 'POST' | 'PUT'; path: string; body: object }

export type OrderStep = {
  /** The order as the last answer has it, until the device has heard of it: the step shows at once. */
  shown: Order
  busy: boolean
  /** Why the last step failed. It stands in the dialog that asks. */
  failure: string | null
  /** Resolves to true once the server has taken it. */
  take: (step: Step) => Promise<boolean>
  /** Forgets the failure, for another question. */
  clear: () => void
}

/**
 * Takes a step of an order that needs the server. The version goes along, so that a step somebody else has overtaken is
 * refused. A step without an answer goes again with the version of its first try: it may have been taken.
 */
export function useOrderStep(held: Order): OrderStep {
  const [answered, setAnswered] = useState<Order | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const unanswered = useRef<{ _id: string; path: string; version: number } | null>(null)
  const shown = answered && answered._id === held._id && answered.version > held.version ? answered : held
  const action = useAction(async ({ method, path, body }: Step, onTaken: () => void) => {
    const { _id } = shown
    const before = unanswered.current
    const version = before?._id === _id && before.path === path ? before.version : shown.version
    setFailure(null)
    try {
      setAnswered(await callApi({ method, path: `/orders/${_id}/${path}`, body: { version, ...body }, answer: Order }))
      unanswered.current = null
      onTaken()
    } catch (error) {
      unanswered.current = error instanceof ConnectionError ? { _id, path, version } : null
      setFailure(errorMessage(error))
    }
  })
  const take = async (step: Step) => {
    let isTaken = false
    await action.run(step, () => {
      isTaken = true
    })
    return isTaken
  }
  return { shown, busy: action.busy, failure, take, clear: () => setFailure(null) }
}
