import { expect, test } from 'vitest'
import { noPublisherFigures, publisherFiguresOf } from './publisher-figures.ts'

const pair = { type: 'candidate-pair', nominated: true, localCandidateId: 'L1', currentRoundTripTime: 0.08 }

test('picture and sound are summed, the worse loss counts, and the way is that of the pair in use', () => {
  const reports = [
    { type: 'outbound-rtp', bytesSent: 700_000, qualityLimitationReason: 'none' },
    { type: 'outbound-rtp', bytesSent: 30_000 },
    { type: 'remote-inbound-rtp', fractionLost: 0.01 },
    { type: 'remote-inbound-rtp', fractionLost: 0.13 },
    { type: 'candidate-pair', nominated: false, localCandidateId: 'L2', currentRoundTripTime: 9 },
    pair,
    { type: 'local-candidate', id: 'L2', candidateType: 'relay', protocol: 'udp' },
    { type: 'local-candidate', id: 'L1', candidateType: 'host', protocol: 'tcp' },
  ]
  expect(publisherFiguresOf(reports)).toEqual({
    ...{ bytes: 730_000, lost: 0.13, roundTripMs: 80, route: 'tcp', limit: null },
  })
})

test('a browser that cannot send the whole picture says why, and over what', () => {
  const out = (reason: string) => ({ type: 'outbound-rtp', bytesSent: 1, qualityLimitationReason: reason })
  expect(['bandwidth', 'cpu', 'other'].map((reason) => publisherFiguresOf([out(reason)]).limit)).toEqual([
    'line',
    'device',
    null,
  ])
  const local = (given: object) => publisherFiguresOf([pair, { type: 'local-candidate', id: 'L1', ...given }]).route
  expect([
    local({ candidateType: 'relay', protocol: 'tcp' }),
    local({ candidateType: 'srflx', protocol: 'udp' }),
  ]).toEqual(['relay', 'udp'])
})

test('a connection that has sent nothing has no figures', () => {
  expect(publisherFiguresOf([])).toEqual(noPublisherFigures)
})
