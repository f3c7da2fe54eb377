// A rolling upgrade of three servers behind Caddy, with Redis, under 200 writing devices: `npm run bench -- rolling`. It fails when
// a call fails, something that was written is lost or there twice, or a socket is away for too long. With --kill servers end
// without draining; with --forget-ids devices send again under new ids: both have to be seen to fail.
import { startCluster } from '../testing/cluster.ts'
import { tryRollingUpgrade } from '../testing/rolling/rolling-upgrade.ts'

const [DEVICES, EVERY_MS, LIMIT_MS] = [200, 4_000, 180_000]
const SOCKET_MAX_MS = 10_000
const given = new Set(process.argv.slice(2))

const cluster = await startCluster()
try {
  const { socketGaps, failed, ...counts } = await tryRollingUpgrade({
    ...{ databaseUrl: cluster.url('rolling'), devices: DEVICES, everyMs: EVERY_MS, limitMs: LIMIT_MS },
    signal: given.has('--kill') ? 'SIGKILL' : 'SIGTERM',
    forgetsIds: given.has('--forget-ids'),
  })
  const longestMs = Math.max(0, ...socketGaps)
  const sockets = `${socketGaps.length} sockets were elsewhere after ${longestMs.toFixed(0)} ms at most`
  process.stdout.write(`${JSON.stringify(counts)}\n${sockets}\n${failed.length} failed calls\n`)
  for (const failure of new Set(failed)) process.stdout.write(`  ${failure}\n`)
  if (failed.length > 0) fail('calls have failed')
  if (counts.lost + counts.doubled + counts.rejected > 0) fail('texts are lost, doubled or rejected')
  if (counts.askedToReload + counts.unconnected > 0) fail('devices were asked to load anew, or have no socket')
  if (longestMs > SOCKET_MAX_MS) fail('sockets were away for too long')
} finally {
  await cluster.stop()
}

function fail(why: string): void {
  process.stdout.write(`${why}\n`)
  process.exitCode = 1
}
