import { Order } from '@vesper/sync/vesper/records/order.ts'
import { useState } from 'react'
import { callApi } from '../api/api.ts'
import { useToldAction } from '../api/use-action-with-toast.ts'

type Step = { method: 'POST' | 'PUT'; path: string; body: object }

/**
 * Takes a step of an order that needs the server. `shown` is the order as the last answer has it, until the device has heard
 * of it: the step shows at once. `version` goes along, so that a step somebody else has overtaken is refused.
 */
export function useOrderStep(held: Order) {
  const [answered, setAnswered] = useState<Order | null>(null)
  const shown = answered && answered._id === held._id && answered.version > held.version ? answered : held
  const action = useToldAction(async ({ method, path, body }: Step, onDone?: () => void) => {
    const { _id, version } = shown
    setAnswered(await callApi({ method, path: `/orders/${_id}/${path}`, body: { version, ...body }, answer: Order }))
    onDone?.()
  })
  return { shown, busy: action.busy, take: action.run }
}
