import { DriverException } from '@mikro-orm/core'
import { Refusal, refusalKinds } from '@vesper/sync/engine/protocol/refusal.ts'
import { expect, test } from 'vitest'
import { errorBody, retryAfterSeconds } from './errors.ts'
import { RateLimited } from './infra/http/limits/rate-limits.ts'
import { Unavailable } from './infra/http/limits/unavailable.ts'

test('each kind of refusal has a client error of its own, and unavailable is the only server error', () => {
  const statuses = refusalKinds.map((kind) => errorBody(new Refusal(kind, 'No.'), 'id').statusCode)
  expect(new Set(statuses).size).toBe(refusalKinds.length)
  expect(statuses.filter((status) => status >= 500)).toEqual([503])
})

test('a refusal speaks for itself, with its fields', () => {
  const refusal = new Refusal('conflict', 'This username is taken.', [{ path: 'username', message: 'Taken.' }])
  expect(errorBody(refusal, 'id')).toEqual({
    statusCode: 409,
    message: 'This username is taken.',
    error: 'Conflict',
    details: [{ path: 'username', message: 'Taken.' }],
  })
})

test('a fault of ours tells the user its request id and nothing else', () => {
  const body = errorBody(new Error('relation "user" does not exist'), 'request-1')
  expect(body).toMatchObject({ statusCode: 500, message: 'Something went wrong, please try again later' })
  expect(JSON.stringify(body)).toContain('request-1')
  expect(JSON.stringify(body)).not.toContain('relation')
})

test('every answer that asks to come back says when', () => {
  expect(retryAfterSeconds(new Refusal('rate-limited', 'No.'))).toBe(60)
  expect(retryAfterSeconds(new Refusal('unavailable', 'No.'))).toBe(5)
  expect(retryAfterSeconds(new RateLimited(37))).toBe(37)
  expect(retryAfterSeconds(new Unavailable('No.', 9))).toBe(9)
  expect(retryAfterSeconds(new Refusal('invalid', 'No.'))).toBeNull()
  expect(retryAfterSeconds(new Error('no'))).toBeNull()
})

test('a database that is gone is 503 with a time to come back', () => {
  const gone = Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' })
  const lost = new Error('Connection terminated unexpectedly')
  for (const error of [gone, lost]) {
    expect([errorBody(error, 'id').statusCode, retryAfterSeconds(error)]).toEqual([503, 5])
  }
  const another = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(errorBody(another, 'id').statusCode, 'of another service').toBe(500)
})

test.each(['ENOSPC', 'EDQUOT', '53100'])('a disk without room (%s) is 503 with a time to come back', (code) => {
  const error = Object.assign(new Error('no space left on device'), { code })
  expect([errorBody(error, 'id').statusCode, retryAfterSeconds(error)]).toEqual([503, 60])
})

test('data that the database cannot hold are the request’s fault, without a time to come back', () => {
  const error = new DriverException(Object.assign(new Error('invalid byte sequence'), { code: '22021' }))
  expect([errorBody(error, 'id').statusCode, retryAfterSeconds(error)]).toEqual([400, null])
})
