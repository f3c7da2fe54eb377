import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { v7 } from 'uuid'
import { describe, expect } from 'vitest'
import { domains } from './domains.ts'
import { call, makeAccount } from './domains/people/accounts/testing/api.ts'
import { jsonSchema } from './infra/http/openapi/openapi-schema.ts'
import type { JsonSchema } from './infra/http/openapi/openapi-schema.ts'
import type { Route } from './infra/http/route.ts'
import { signIn } from './infra/sync/testing/person.ts'
import { mutation, TestDevice } from './infra/sync/testing/test-device.ts'
import { test } from './testing/fixtures.ts'

const HALF = 'half \ud83d'
const MENDED = 'half \ufffd'

/** A lone surrogate, a NUL, and the highest character: PostgreSQL holds the last alone. */
const ODD = [HALF, 'nul \u0000', 'last \u{10ffff}']

const routes = domains.routes.filter(({ path }) => !path.startsWith('/sync'))
let count = 0

describe.for(routes.map((route): [string, Route] => [`${route.method} ${route.path}`, route]))('%s', ([, route]) => {
  test('answers odd characters with less than 500', async ({ server }) => {
    for (const odd of ODD) {
      // Its password is a real one: a call may hold the given text against it.
      const account = await makeAccount(server, { username: `odd_${(count += 1)}`, isPerformer: true })
      const { token } = await signIn(server, account)
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(name === 'username' ? odd.toWellFormed() : v7()),
      )
      const query = new URLSearchParams(sampleOf(route.query, odd) as Record<string, string>)
      const body = route.body ? sampleOf(route.body, odd) : undefined
      const given = route.files && !route.body ? new FormData() : body
      const { status, text } = await call(server, `${route.method} ${path as `/${string}`}?${String(query)}`, {
        token,
        body: route.method === 'GET' ? undefined : given,
      })
      // A site without payments, or without logins of other sites, says so.
      if (status === 503 && text.includes('not set up')) continue
      expect(status, text).toBeLessThan(500)
    }
  })
})

test('half a surrogate pair is stored as the replacement character, by REST and by sync', async ({
  server,
  creator,
}) => {
  const { token } = creator
  const fields = { text: HALF, poll: { question: HALF, options: [HALF, 'b'] } }
  const [byRest, bySync] = [v7(), v7()]
  const put = await call(server, `PUT /performer/drafts/${byRest}`, { token, body: { changes: fields } })
  expect(put).toMatchObject({ status: 200, body: { text: MENDED, poll: { question: MENDED, options: [MENDED, 'b'] } } })
  const device = new TestDevice(server, creator)
  const editedAt = new Date().toISOString()
  await device.sync([mutation('draft.save', { _id: bySync, base: {}, changes: fields, editedAt })])
  const held = device.all<PostDraft>('post-drafts').find(({ _id }) => _id === bySync)
  expect(held).toMatchObject({ text: MENDED, poll: { question: MENDED } })
  const profile = await call(server, 'PUT /users', { token, body: { name: HALF } })
  expect(profile).toMatchObject({ status: 200, body: { name: MENDED } })
})

/** Something that the schema takes, with `odd` as each free text. */
function sampleOf(schema: Route['body'], odd: string): unknown {
  return schema ? sample(jsonSchema(schema), odd) : {}
}

function sample(schema: JsonSchema, odd: string): unknown {
  const { anyOf, oneOf, allOf, enum: values, const: only, type, format, minItems = 0, items } = schema
  const [alternative] = [anyOf, oneOf, allOf].filter((list): list is JsonSchema[] => Array.isArray(list)).flat()
  if (alternative) return sample(alternative, odd)
  if (Array.isArray(values)) return values[0] as unknown
  if (only !== undefined) return only
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sample(property, odd)]),
      )
    case 'array':
      return Array.from({ length: Math.max(1, Number(minItems)) }, (_, n) => sample(items as JsonSchema, `${odd}${n}`))
    case 'number':
    case 'integer':
      return Number(schema['minimum'] ?? 0)
    case 'boolean':
      return false
    case 'string':
      return format === 'uuid' ? v7() : odd
    default:
      return null
  }
}
