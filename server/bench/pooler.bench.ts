// A server whose statements go through PgBouncer in transaction mode, against one with a direct line to PostgreSQL: `npm run bench --
// pooler`. Neither keeps statements, which PgBouncer knows from 1.21 on.
import { startCluster } from '../testing/cluster.ts'
import { startPgBouncer } from '../testing/pgbouncer.ts'
import { startFleet } from '../testing/rolling/fleet.ts'
import { keysFor, makeWriters } from '../testing/rolling/writers.ts'
import { RemoteDevice, ratiosOf } from './fleet-throughput.ts'
import { machineLoad } from './machine-load.ts'

const DEVICES = 24
/** A server behind the pooler takes at least so many texts for each that the other takes. */
const RATIO_MIN = 0.85
const NODE_OPTIONS = `--import=${import.meta.resolve('../testing/rolling/without-kept-statements.ts')}`

const cluster = await startCluster()
const pooler = await startPgBouncer(cluster.url('postgres'), 'transaction')
const pooled = await site('pooled', (direct) => ({
  DATABASE_URL: Object.assign(new URL(pooler.url), { pathname: '/pooled' }).href,
  DATABASE_DIRECT_URL: direct,
}))
const direct = await site('direct')
const { throughput } = await ratiosOf(pooled, direct)
process.stdout.write(
  `a pooled server takes ${throughput.toFixed(2)} times what a direct one takes, load ${machineLoad()}\n`,
)
if (!(throughput >= RATIO_MIN)) process.exitCode = 1
await Promise.all([pooled.stop(), direct.stop()])
await pooler.stop()
await cluster.stop()

async function site(database: string, addresses: (url: string) => Record<string, string> = () => ({})) {
  const url = cluster.url(database)
  const keys = keysFor(url)
  const writers = await makeWriters(DEVICES, keys)
  const fleet = await startFleet(1, { env: { ...keys, NODE_OPTIONS, ...addresses(url) } })
  return { ...fleet, devices: writers.map((writer) => new RemoteDevice(fleet.url, writer)) }
}
