import type { Subject } from '../engines/engine.ts'

/** From opening the engine to the first rows, in milliseconds; `rows`: how many came. */
export async function coldStart(
  { engine }: Subject,
  { conversationId, limit }: { conversationId: string; limit: number },
): Promise<{ ms: number; rows: number }> {
  const begun = performance.now()
  await engine.open()
  const rows = await engine.newest(conversationId, limit)
  return { ms: performance.now() - begun, rows: rows.length }
}
