import type { Line } from '../in-page/line.ts'
import type { Message } from '../message.ts'

/** The work of each engine, in a page of its own. `open` comes first; rows are handed out newest first. */
export type Engine = {
  /** Opens what is on the device, and reads it as far as the engine does so by itself. */
  open(): Promise<void>
  /** Brings in what the server has and the device has not; resolves when the engine holds it. */
  pull(): Promise<void>
  /** Writes a message optimistically, and queues it; resolves when the engine tells its caller that it is kept. */
  send(message: Message): Promise<void>
  /** Changes the text of a message that the server knows, like `send`. */
  edit(message: Message, text: string): Promise<void>
  /** Sends everything that is queued; resolves when nothing is. */
  replay(): Promise<void>
  newest(conversationId: string, limit: number): Promise<Message[]>
  /** Tells of the newest messages now and whenever they change. */
  watch(conversationId: string, limit: number, onRows: (rows: Message[]) => void): void
  /** Resolves when what `pull` brought is on disk too. */
  settle(): Promise<void>
}

export type MakeEngine = (line: Line) => Engine

/** An engine throws this for a workload that it cannot do. The workload is not run with it, see `engines/list.ts`. */
export function cannot(): Promise<never> {
  throw new TypeError('This engine does not do that.')
}

export type Subject = { engine: Engine; line: Line }
