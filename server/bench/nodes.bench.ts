// Three servers against one, behind Caddy with Redis, on this machine: the price of coordination, counted in the work of
// processors, which a busy machine changes little. `npm run bench -- nodes`
import { startCluster } from '../testing/cluster.ts'
import { startFleet } from '../testing/rolling/fleet.ts'
import { keysFor, makeWriters } from '../testing/rolling/writers.ts'
import { RemoteDevice, ratiosOf } from './fleet-throughput.ts'
import { machineLoad } from './machine-load.ts'

const DEVICES = 24
/** For the same work of processors three servers take at least so many texts for each that one takes. */
const RATIO_MIN = 0.8

const cluster = await startCluster()
const [three, one] = [await site(3), await site(1)]
const { throughput, efficiency } = await ratiosOf(three, one)
process.stdout.write(
  `for a second of processors three servers take ${efficiency.toFixed(2)} times the texts of one, at least ${RATIO_MIN}; ` +
    `in the same time ${throughput.toFixed(2)} times as many, load ${machineLoad()}\n`,
)
if (!(efficiency >= RATIO_MIN)) process.exitCode = 1
await Promise.all([three.stop(), one.stop()])
await cluster.stop()

async function site(nodes: number) {
  const env = keysFor(cluster.url(`nodes_${nodes}`))
  const writers = await makeWriters(DEVICES, env)
  const fleet = await startFleet(nodes, { env })
  return { ...fleet, devices: writers.map((writer) => new RemoteDevice(fleet.url, writer)) }
}
