import type { Subject } from '../engines/engine.ts'
import { conversationId, messageOf } from '../message.ts'
import { delay } from './delay.ts'
import { load } from './load.ts'

let notified = 0
let seen = (_rows: { text: string; updatedAt: string }[]): void => {}

/** Loads one conversation, shows all of it, and changes every message without a line. */
export async function prepareRebase(subject: Subject, { count }: { count: number }): Promise<void> {
  await load(subject)
  const { engine } = subject
  for (let n = 0; n < count; n += 1) await engine.edit(messageOf(0, n), editedText(n))
  engine.watch(conversationId(0), count, (rows) => {
    notified += 1
    seen(rows)
  })
  await delay(1_000)
}

/**
 * The server has changed all the same messages and confirmed none of the changes made here: from its answer until all
 * that it says is shown, with what is pending on top. Milliseconds, and how often the query told of something.
 */
export async function rebase(
  { engine, line }: Subject,
  { count, updatedAt }: { count: number; updatedAt: string },
): Promise<{ ms: number; notifications: number }> {
  const shown = new Promise<number>((resolve) => {
    seen = (rows) => {
      const isNew = rows.length === count && rows.every((row) => row.updatedAt === updatedAt)
      if (!isNew) return
      if (!rows.every(({ text }) => text.startsWith('edited'))) throw new Error('A pending change is not shown.')
      resolve(performance.now())
    }
  })
  notified = 0
  line.online = true
  await engine.pull()
  const at = await shown
  return { ms: at - line.answeredAt, notifications: notified }
}

function editedText(n: number): string {
  return `edited ${n}`
}
