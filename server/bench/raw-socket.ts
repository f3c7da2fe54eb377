/**
 * A socket of Socket.IO without its client, whose work for a thousand sockets would be most of what a bench measures. It says
 * events with answers, and gives the text of each event as it came: all sockets get the same text.
 */
export type RawSocket = { ask: (event: string, payload: object) => Promise<{ ok: boolean }> }

/** Engine.IO packets: open, ping; Socket.IO packets in a message: connected, an event, an answer. */
const [OPEN, PING, CONNECTED, EVENT, ANSWER] = ['0', '2', '40', '42[', '43']

/** Connects over a websocket. */
export function openRawSocket(url: string, onEvent: (text: string) => void): Promise<RawSocket> {
  const address = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: { ok: boolean }) => void>()
  let asked = 0
  const ask: RawSocket['ask'] = (event, payload) =>
    new Promise((resolve) => {
      waiting.set((asked += 1), resolve)
      socket.send(`42${asked}${JSON.stringify([event, payload])}`)
    })
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('a socket could not connect')))
    socket.addEventListener('message', ({ data }) => {
      const text = String(data)
      if (text.startsWith(EVENT)) onEvent(text)
      else if (text.startsWith(ANSWER)) answer(text)
      else if (text.startsWith(CONNECTED)) resolve({ ask })
      else if (text.startsWith(OPEN)) socket.send(CONNECTED)
      else if (text === PING) socket.send('3')
    })
  })

  function answer(text: string): void {
    const [, id = '', body = '[]'] = /^43(\d+)(\[.*)$/s.exec(text) ?? []
    const [given] = JSON.parse(body) as [{ ok: boolean }?]
    waiting.get(Number(id))?.(given ?? { ok: false })
    waiting.delete(Number(id))
  }
}
