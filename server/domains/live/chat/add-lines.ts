import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ChatMode } from '@vesper/sync/vesper/api/live-streams.ts'
import { appearanceOf } from '@vesper/sync/vesper/records/visible-text.ts'
import { takeFiles } from '../../../content/attachments.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { noStream } from '../streams/commands.ts'
import { streamPhoto } from './attachments.ts'
import { hasBlockedTerm } from './has-blocked-term.ts'
import { isRepeated, keepsOrder, PACE, paceWait, REPEATED_MS, silenceOf, slowWait } from './policy.ts'
import type { Said, Standing } from './policy.ts'
import { arrayOf } from './queries.ts'
import { standingsOf } from './standings.ts'
import { idUsed, noPhotos, repeated, silenced, STREAM_OVER, tooMany, tooSoon } from './texts.ts'

/** A message as its sender says it. */
export type SaidLine = {
  _id: string
  senderId: string
  text: string
  replyTo: string | null
  fileId: string | null
}

/** A line that is stored. `seq` is null while it is held; `isNew`: this time stored it. */
export type StoredLine = { id: string; seq: number | null; isNew: boolean }

/** For each message of a batch, in its order: the line, or the refusal of that one message. */
export type Outcome = StoredLine | Refusal

type LockedChat = { performerId: string; isOver: boolean; mode: ChatMode; seq: number }
type NewLine = SaidLine & { seq: number | null }
type KnownLine = Pick<SaidLine, '_id' | 'senderId' | 'text'> & {
  streamId: string
  seq: number | null
  isGone: boolean
}

/**
 * Appends messages to the chat of a stream under the lock of its row: no number is given twice, and none is left out. Each
 * message is looked at as if those before it had been stored already. The same `_id` again is the same line. Throws for a
 * stream that does not exist and, with a photo, whatever `takeFiles` refuses: such a message is a batch of its own.
 */
export async function addLines(tx: Tx, streamId: string, said: readonly SaidLine[]): Promise<Outcome[]> {
  const chat = await lockChat(tx, streamId)
  const known = await knownLines(tx, said)
  const userIds = [...new Set(said.map(({ senderId }) => senderId))]
  const standings = await standingsOf(tx.em, chat.performerId, { userIds, now: tx.now })
  const earlier = await earlierOf(tx, streamId, userIds)
  const now = tx.now.getTime()
  const added: NewLine[] = []
  const outcomes = said.map((line): Outcome => {
    const before = known.get(line._id)
    if (before) return sameLine(before, { line, streamId })
    const saidBefore = earlier.get(line.senderId) ?? []
    const standing = standings(line.senderId)
    const refusal = chat.isOver ? over() : refusalOf(line, { chat, standing, saidBefore, now })
    if (refusal) return refusal
    const isHeld = !keepsOrder(standing.role) && hasBlockedTerm(line.text, chat.mode.blockedTerms)
    const seq = isHeld ? null : (chat.seq += 1)
    added.push({ ...line, seq })
    known.set(line._id, { ...line, streamId, seq, isGone: false })
    earlier.set(line.senderId, [...saidBefore, { text: appearanceOf(line.text), at: now }])
    return { id: line._id, seq, isNew: true }
  })
  await store(tx, { streamId, seq: chat.seq, added })
  return outcomes
}

async function lockChat(tx: Tx, streamId: string): Promise<LockedChat> {
  const [row] = await tx.em.execute<LockedChat[]>(
    `${KEPT} select performer_id as "performerId", status = 'ended' as "isOver", chat as mode, chat_seq as seq
     from stream where id = ? for update`,
    [streamId],
  )
  if (!row) throw noStream()
  return row
}

async function knownLines(tx: Tx, said: readonly SaidLine[]): Promise<Map<string, KnownLine>> {
  const rows = await tx.em.execute<KnownLine[]>(
    `${KEPT} select id as "_id", stream_id as "streamId", sender_id as "senderId", text, seq,
       state in ('deleted', 'cleared') as "isGone"
     from stream_message where id = any(?::uuid[])`,
    [arrayOf(said.map(({ _id }) => _id))],
  )
  return new Map(rows.map((row) => [row._id, row]))
}

/** A line that was deleted has lost its text. */
function sameLine(known: KnownLine, { line, streamId }: { line: SaidLine; streamId: string }): Outcome {
  const isSame = known.streamId === streamId && known.senderId === line.senderId
  if (!isSame || (!known.isGone && known.text !== line.text)) return idUsed()
  return { id: known._id, seq: known.seq, isNew: false }
}

/** The latest lines of these senders, as far as the rules look back, the latest last. */
async function earlierOf(tx: Tx, streamId: string, userIds: readonly string[]): Promise<Map<string, Said[]>> {
  const rows = await tx.em.execute<(Said & { senderId: string })[]>(
    `${KEPT} select a.id as "senderId", m.text, (extract(epoch from m.created_at) * 1000)::float8 as at
     from unnest(?::uuid[]) as a (id)
     cross join lateral (
       select text, created_at, seq from stream_message
       where stream_id = ? and sender_id = a.id and kind = 'text' and created_at > ?::timestamptz
       order by created_at desc, seq desc nulls last limit ?
     ) m order by m.created_at, m.seq nulls first`,
    [arrayOf(userIds), streamId, new Date(tx.now.getTime() - REPEATED_MS), PACE.lines],
  )
  const folded = rows.map(({ text, ...row }) => ({ ...row, text: appearanceOf(text) }))
  return Map.groupBy(folded, ({ senderId }) => senderId)
}

type Asked = { chat: LockedChat; standing: Standing; saidBefore: readonly Said[]; now: number }

/** The first rule that is against a message; null when it may be stored. */
function refusalOf(line: SaidLine, { chat: { mode }, standing, saidBefore, now }: Asked): Refusal | null {
  const silence = silenceOf(standing, mode, now)
  if (silence) return silenced(silence.reason, silence.until === null ? null : silence.until - now)
  const isFree = keepsOrder(standing.role)
  if (line.fileId !== null && !isFree) return noPhotos()
  const slow = isFree ? 0 : slowWait(saidBefore, mode.slowSeconds, now)
  if (slow > 0) return tooSoon(slow)
  const pace = paceWait(saidBefore, now)
  if (pace > 0) return tooMany(pace)
  return !isFree && isRepeated(saidBefore, appearanceOf(line.text), now) ? repeated() : null
}

function over(): Refusal {
  return new Refusal('conflict', STREAM_OVER)
}

/** A reply to a line that is not in this chat replies to none. */
async function store(
  tx: Tx,
  { streamId, seq, added }: { streamId: string; seq: number; added: readonly NewLine[] },
): Promise<void> {
  if (added.length === 0) return
  await tx.em.execute(
    `insert into stream_message (id, stream_id, seq, sender_id, kind, text, reply_to, file_id, state, created_at)
     select x."_id", ?::uuid, x.seq, x."senderId", 'text', x.text,
       (select r.id from stream_message r where r.id = x."replyTo" and r.stream_id = ?::uuid),
       x."fileId", case when x.seq is null then 'held' else 'shown' end, ?::timestamptz
     from jsonb_to_recordset(?::jsonb)
       as x ("_id" uuid, seq int, "senderId" uuid, text text, "replyTo" uuid, "fileId" uuid)`,
    [streamId, streamId, tx.now, JSON.stringify(added)],
  )
  await tx.em.execute(`${KEPT} update stream set chat_seq = ? where id = ?`, [seq, streamId])
  for (const { _id, fileId } of added) {
    if (fileId !== null) await takeFiles(tx, [fileId], { holderId: _id, takes: streamPhoto })
  }
}
