// Reads one address over several connections that stay open, in a thread of its own: answers how many answers came.
import { connect } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** One measurement: `path` with its query, `token` or null, and how long, in milliseconds. */
export type Asked = { port: number; path: string; token: string | null; readers: number; ms: number }

parentPort?.on('message', (asked: Asked) => {
  const until = performance.now() + asked.ms
  void Promise.all(Array.from({ length: asked.readers }, () => readUntil(until, asked)))
    .then((counts) => counts.reduce((sum, count) => sum + count, 0))
    .then((answers) => parentPort?.postMessage({ answers }))
    .catch((error: unknown) => parentPort?.postMessage({ failure: String(error) }))
})

/** Asks again once an answer is complete. Rejects an answer that is not 200. */
function readUntil(until: number, { port, path, token }: Asked): Promise<number> {
  const authorization = token === null ? '' : `authorization: Bearer ${token}\r\n`
  const request = `GET /api${path} HTTP/1.1\r\nhost: bench\r\naccept: application/json\r\n${authorization}\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.setNoDelay(true)
    let [answers, missing, head] = [0, 0, Buffer.alloc(0)]
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('a connection was closed')))
    socket.on('data', (chunk) => {
      if (missing > 0) missing -= chunk.length
      else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        if (!text.startsWith('HTTP/1.1 200')) return void socket.destroy(new Error(`${path}: ${text.slice(0, 60)}`))
        missing = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - (head.length - end - 4)
        head = Buffer.alloc(0)
      }
      if (missing > 0) return
      answers += 1
      if (performance.now() < until) return void socket.write(request)
      socket.removeAllListeners('close').destroy()
      resolve(answers)
    })
  })
}
