/** One message: the name of its channel and its body, which JSON can carry. */
export type Message = readonly [channel: string, body: unknown]

/**
 * A message of one server to all others. A batch has the next number of its server; each other kind repeats the
 * number of the last batch, so that a listener notices a batch that it did not get.
 *
 * - `hello`: the server came, or came back; the others answer.
 * - `beat`: the server lives.
 * - `bye`: the server stops, and has said everything.
 */
export type Frame = { from: string; number: number } & (
  | { kind: 'batch'; messages: readonly Message[] }
  | { kind: 'hello' | 'beat' | 'bye' }
)

const FORM = /^(\S+) (\d+) (batch|hello|beat|bye)(?: (.*))?$/s

/** The text begins with the sender, so that a server recognises its own frames without decoding them. */
export function encodeFrame(frame: Frame): string {
  const head = `${frame.from} ${frame.number} ${frame.kind}`
  return frame.kind === 'batch' ? `${head} ${JSON.stringify(frame.messages)}` : head
}

/** Null for a text that is not a frame: another version of the server may speak another form. */
export function decodeFrame(text: string): Frame | null {
  const [, from, number, kind, messages] = FORM.exec(text) ?? []
  if (from === undefined) return null
  if (kind === 'hello' || kind === 'beat' || kind === 'bye') return { from, number: Number(number), kind }
  try {
    return { from, number: Number(number), kind: 'batch', messages: JSON.parse(messages ?? '') as Message[] }
  } catch {
    return null
  }
}
