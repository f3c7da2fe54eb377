import { Refusal, refusalKinds } from '@vesper/sync/engine/protocol/refusal.ts'
import { expect, test } from 'vitest'
import { errorBody } from './errors.ts'

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
