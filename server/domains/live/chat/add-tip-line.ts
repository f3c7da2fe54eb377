import { v7 } from 'uuid'
import type { Tx } from '../../../infra/database/transaction.ts'
import { tellLines } from './tell-chat.ts'

export type TipLine = {
  streamId: string
  chargeId: string
  fanId: string
  tokens: number
  /** The line of the creator's menu that was bought; null for none. */
  item: string | null
  text: string
}

/**
 * Writes the line of a tip into the chat of a stream, in the transaction of the tip; gives its number. The same charge again
 * is the same line. Null where the stream has ended or does not exist: the tip stands without a line. The row of the stream
 * is locked from here until the commit: call it last, when the accounts of money are locked already.
 */
export async function addTipLine(tx: Tx, line: TipLine): Promise<number | null> {
  const { streamId, chargeId, fanId, tokens, item, text } = line
  const [known] = await tx.em.execute<{ seq: number }[]>('select seq from stream_message where charge_id = ?', [
    chargeId,
  ])
  if (known) return known.seq
  const [counted] = await tx.em.execute<{ seq: number }[]>(
    `update stream set chat_seq = chat_seq + 1 where id = ? and status <> 'ended' returning chat_seq as seq`,
    [streamId],
  )
  if (!counted) return null
  const id = v7()
  await tx.em.execute(
    `insert into stream_message (id, stream_id, seq, sender_id, kind, text, tokens, item, charge_id, state, created_at)
     values (?, ?, ?, ?, 'tip', ?, ?, ?, ?, 'shown', ?)`,
    [id, streamId, counted.seq, fanId, text, tokens, item, chargeId, tx.now],
  )
  tx.afterCommit(() => tellLines(tx.app, streamId, [id]))
  return counted.seq
}
