import { expect, test } from 'vitest'
import { refusalAnswer } from '../../testing/refusal-answer.ts'
import { faultOf, uploadAnswerOf } from './fault.ts'

test.each([
  [401, 'unauthenticated'],
  [403, 'unauthenticated'],
  [408, 'busy'],
  [429, 'busy'],
  [503, 'busy'],
  [502, 'unreachable'],
  [504, 'unreachable'],
  [400, 'broken'],
  [409, 'broken'],
  [413, 'broken'],
  [500, 'broken'],
] as const)('[FAULT-1] %i to a sync is %s', (status, fault) => expect(faultOf(refusalAnswer(status))).toBe(fault))

test('[FAULT-1] a suspended account comes back later, and keeps its session', () => {
  const { status, body } = refusalAnswer(403)
  const details = [{ path: 'suspended', message: 'No.' }]
  expect(faultOf({ status, body: { ...body, details } })).toBe('busy')
  expect(uploadAnswerOf({ status, body: { ...body, details } })).toBe('busy')
  // A token that is refused is refused, whatever else is said.
  expect(faultOf({ status: 401, body: { ...body, details } })).toBe('unauthenticated')
})

test.each([
  [200, 'done'],
  [201, 'done'],
  [413, 'refused'],
  [415, 'refused'],
  [401, 'unauthenticated'],
  [409, 'broken'],
  [429, 'busy'],
  [500, 'broken'],
] as const)('[UPLOAD-2] %i to an upload is %s', (status, meaning) =>
  expect(uploadAnswerOf(refusalAnswer(status))).toBe(meaning),
)

test.each([401, 403])('[FAULT-1] %i of somebody on the way says nothing of the session', (status) => {
  for (const body of [undefined, null, 'no', { message: 'no' }]) {
    expect(faultOf({ status, body })).toBe('unreachable')
    expect(uploadAnswerOf({ status, body })).toBe('unreachable')
  }
})

test.each([400, 404, 410, 413, 415, 422])('[UPLOAD-2] %i of somebody on the way refuses no file', (status) => {
  for (const body of [undefined, null, { message: 'no' }]) expect(uploadAnswerOf({ status, body })).toBe('unreachable')
})
