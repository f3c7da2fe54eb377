import type { Subject } from '../engines/engine.ts'
import type { Message } from '../message.ts'

/** Opens the engine without a line, writes, and says so the moment the engine acknowledges it. */
export async function keep({ engine }: Subject, message: Message): Promise<void> {
  await engine.open()
  await engine.send(message)
  await (globalThis as unknown as { acknowledged: () => Promise<void> }).acknowledged()
}

/** Which messages the device has in a conversation. */
export async function newestIds({ engine }: Subject, conversationId: string): Promise<string[]> {
  await engine.open()
  return (await engine.newest(conversationId, 1_000)).map(({ _id }) => _id)
}
