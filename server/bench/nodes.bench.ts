// Three servers against one, behind Caddy with Redis, on this machine: the price of coordination, since both have the same
// processors: `npm run bench -- nodes`. It tells the texts for the work of processors too.
import { startCluster } from '../testing/cluster.ts'
import { startFleet } from '../testing/rolling/fleet.ts'
import { keysFor, makeWriters } from '../testing/rolling/writers.ts'
import { RemoteDevice, ratiosOf } from './fleet-throughput.ts'
import { machineLoad } from './machine-load.ts'

const DEVICES = 24
/** Three servers take at least so many texts for each that one takes. */
const RATIO_MIN = 0.8

const cluster = await startCluster()
const [three, one] = [await site(3), await site(1)]
const { throughput, efficiency } = await ratiosOf(three, one)
process.stdout.write(
  `three servers take ${throughput.toFixed(2)} times the texts of one in the same time, at least ${RATIO_MIN}; ` +
    `for a second of processors ${efficiency.toFixed(2)} times as many, load ${machineLoad()}\n`,
)
if (!(throughput >= RATIO_MIN)) process.exitCode = 1
await Promise.all([three.stop(), one.stop()])
await cluster.stop()

async function site(nodes: number) {
  const env = keysFor(cluster.url(`nodes_${nodes}`))
  const writers = await makeWriters(DEVICES, env)
  const fleet = await startFleet(nodes, { env })
  return { ...fleet, devices: writers.map((writer) => new RemoteDevice(fleet.url, writer)) }
}
