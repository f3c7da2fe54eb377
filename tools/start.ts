import { buildClient } from './build-client.ts'

try {
  await buildClient()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
// In this very process: signals and the exit code are the server's own.
await import('../server/main.ts')
