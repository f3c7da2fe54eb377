import { noFigures } from './viewer-connection.ts'
import type { ViewerFigures } from './viewer-connection.ts'

/** Sums what reports of a browser say of media that came in. */
export function sumFigures(reports: Iterable<unknown>): ViewerFigures {
  const sum: ViewerFigures = { ...noFigures }
  for (const report of reports as Iterable<Record<string, unknown>>) {
    if (report['type'] === 'candidate-pair' && report['nominated'] === true) {
      sum.roundTripMs = Math.max(sum.roundTripMs, numberOf(report['currentRoundTripTime']) * 1_000)
    }
    if (report['type'] !== 'inbound-rtp') continue
    sum.framesDecoded += numberOf(report['framesDecoded'])
    sum.samplesReceived += numberOf(report['totalSamplesReceived'])
    sum.bytes += numberOf(report['bytesReceived'])
    sum.packetsReceived += numberOf(report['packetsReceived'])
    sum.packetsLost += numberOf(report['packetsLost'])
  }
  return sum
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
