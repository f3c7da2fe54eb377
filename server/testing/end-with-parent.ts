import { isMainThread } from 'node:worker_threads'

// Loaded before a server of a test: a test process that is killed closes its standard input, and the server then stops by
// itself. The threads of the server load it as well.
if (isMainThread) {
  process.stdin.on('close', () => process.kill(process.pid, 'SIGTERM')).resume()
  process.stdin.unref()
}
// Nobody reads the last lines. An error there would end the server before its PostgreSQL.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
