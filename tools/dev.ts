import { join } from 'node:path'
import { root, start } from './run.ts'

const port = process.env['PORT'] ?? '3000'
const environment = { PORT: port, PUBLIC_URL: process.env['PUBLIC_URL'] ?? 'http://localhost:5173' }

console.log(`Vesper with hot reload: http://localhost:5173 (the server behind it listens on port ${port}).`)
const children = [
  start('node', ['--watch', '--watch-preserve-output', 'server/main.ts'], { env: environment, output: 'shown' }),
  start('vite', [], { cwd: join(root, 'client'), env: environment, output: 'shown' }),
]

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal))
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 0
    stop('SIGTERM')
  })
}

/** Neither half is of use without the other. */
function stop(signal: NodeJS.Signals): void {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal)
}
