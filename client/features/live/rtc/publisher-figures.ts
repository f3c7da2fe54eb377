/** Figures of a creator's connection; counts are from its beginning. */
export type PublisherFigures = {
  bytes: number
  /** The part of packets that did not arrive lately, from 0 to 1. */
  lost: number
  /** The answer time of the latest check of the line in milliseconds; 0 before the first one. */
  roundTripMs: number
  /** The way to the media engine; null before there is one. `relay`: over a server between them. */
  route: 'udp' | 'tcp' | 'relay' | null
  /** Why the browser sends a weaker picture than it could; null while it does not. */
  limit: 'line' | 'device' | null
}

export const noPublisherFigures: PublisherFigures = { bytes: 0, lost: 0, roundTripMs: 0, route: null, limit: null }

type Report = Record<string, unknown>

/** Sums what reports of a browser say of media that go out. */
export function publisherFiguresOf(reports: Iterable<unknown>): PublisherFigures {
  const all = [...reports] as Report[]
  const sum = { ...noPublisherFigures }
  for (const report of all) {
    if (report['type'] === 'outbound-rtp') {
      sum.bytes += numberOf(report['bytesSent'])
      sum.limit ??= limitOf(report['qualityLimitationReason'])
    }
    if (report['type'] === 'remote-inbound-rtp') sum.lost = Math.max(sum.lost, numberOf(report['fractionLost']))
    if (report['type'] !== 'candidate-pair' || report['nominated'] !== true) continue
    sum.roundTripMs = Math.max(sum.roundTripMs, numberOf(report['currentRoundTripTime']) * 1_000)
    sum.route ??= routeOf(all.find(({ id }) => id !== undefined && id === report['localCandidateId']))
  }
  return sum
}

function limitOf(reason: unknown): PublisherFigures['limit'] {
  if (reason === 'bandwidth') return 'line'
  return reason === 'cpu' ? 'device' : null
}

function routeOf(candidate: Report | undefined): PublisherFigures['route'] {
  if (!candidate) return null
  if (candidate['candidateType'] === 'relay') return 'relay'
  return candidate['protocol'] === 'tcp' ? 'tcp' : 'udp'
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
