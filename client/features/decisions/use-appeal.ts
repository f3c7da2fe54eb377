import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { useOnReconnect } from '../../core/connection/use-on-reconnect.ts'
import { formsOf } from '../../core/forms/form-draft-storage.ts'
import { useAction } from '../../ui/form/use-action.ts'

/** `isWaiting`: it was to be sent, and the server has not answered. */
type Kept = { _id: string; text: string; isWaiting: boolean }

export type AppealState = {
  text: string
  edit: (text: string) => void
  send: () => void
  busy: boolean
  /** The appeal is sent when the line is back. */
  isWaiting: boolean
  error: unknown
}

/**
 * An appeal that is being written. The device keeps its text until the server has it. One that was sent without a line is
 * sent again when the line is back, with the same id: it arrives once.
 */
export function useAppeal(account: string, decisionId: string, onSent: () => Promise<unknown>): AppealState {
  const name = `appeal:${decisionId}`
  const forms = formsOf(account)
  const [kept, setKept] = useState(() => read(forms.read(name)))
  const keep = (next: Kept) => {
    setKept(next)
    if (next.text === '') forms.remove(name)
    else forms.write(name, next)
  }
  const sending = useAction(async ({ _id, text }: Kept) => {
    try {
      await callApi({
        ...{ method: 'POST', path: `/decisions/${decisionId}/appeal`, answer: Done },
        body: { _id, text: text.trim() },
      })
    } catch (error) {
      // Without an answer it may have arrived: the same id goes out again.
      if (error instanceof ConnectionError) return
      keep({ _id, text, isWaiting: false })
      // Another device may have appealed.
      if (error instanceof Refusal && error.kind === 'conflict') await onSent()
      throw error
    }
    forms.remove(name)
    await onSent()
  })
  const latest = useRef(kept)
  useEffect(() => void (latest.current = kept))
  const { run } = sending
  const sendAgain = useCallback(() => void run(latest.current), [run])
  useOnReconnect(kept.isWaiting, sendAgain)
  const begunBefore = useRef(kept.isWaiting)
  useEffect(() => {
    if (begunBefore.current) sendAgain()
    begunBefore.current = false
  }, [sendAgain])
  return {
    text: kept.text,
    // Other words are another appeal.
    edit: (text) => keep({ _id: v7(), text, isWaiting: false }),
    send: () => {
      const next = { ...kept, isWaiting: true }
      keep(next)
      void run(next)
    },
    busy: sending.busy,
    isWaiting: kept.isWaiting && !sending.busy,
    error: sending.error,
  }
}

/** The storage may hold anything. */
function read({ _id, text, isWaiting }: Record<string, unknown>): Kept {
  return {
    _id: typeof _id === 'string' ? _id : v7(),
    text: typeof text === 'string' ? text : '',
    isWaiting: isWaiting === true,
  }
}
