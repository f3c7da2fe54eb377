import { Done } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { domains } from '../../../domains.ts'
import { route } from '../route.ts'
import { apiDocsPage } from './api-docs.ts'
import { openApi } from './openapi.ts'

const api = openApi(domains.routes)
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

test('every route is in the document, once', () => {
  expect(operations).toHaveLength(domains.routes.length)
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(domains.routes.length)
})

test('the placeholders of a path and its path parameters are the same', () => {
  for (const { path, operation } of operations) {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const named = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    expect(named, path).toEqual(placeholders)
    expect(operation.parameters.every((parameter) => parameter.in !== 'path' || parameter.required)).toBe(true)
  }
})

test('every reference leads to a component', () => {
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '')
  expect(references.length).toBeGreaterThan(0)
  for (const reference of new Set(references)) {
    const [root, ...keys] = reference.split('/')
    expect(root).toBe('#')
    const target = keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], api)
    expect(target, reference).toBeDefined()
  }
})

test('every operation has what OpenAPI 3.1 asks for, and a tag that the document names', () => {
  expect(api.openapi).toBe('3.1.0')
  expect(api.info.title && api.info.version).toBeTruthy()
  const tags = new Set(api.tags.map(({ name }) => name))
  for (const { path, method, operation } of operations) {
    expect(['get', 'post', 'put', 'delete'], path).toContain(method)
    expect(
      operation.tags.every((tag) => tags.has(tag)),
      path,
    ).toBe(true)
    expect(operation.summary, path).not.toBe('')
    const success = Object.entries(operation.responses).filter(([status]) => /^20\d$/.test(status))
    expect(success, path).toHaveLength(1)
    for (const response of Object.values(operation.responses)) {
      if ('description' in response) expect(response.description).not.toBe('')
    }
    if (method === 'get') expect(operation.requestBody, path).toBeUndefined()
  }
})

test('a call for accounts names the token and 401; one for creators 403; a limited one 429 and its limit', () => {
  for (const route of domains.routes) {
    const operation = api.paths[route.path]?.[route.method.toLowerCase()]
    const statuses = Object.keys(operation?.responses ?? {})
    expect(statuses.includes('401')).toBe(route.who !== 'any')
    expect(statuses.includes('403')).toBe(route.who === 'performer')
    expect(statuses.includes('429')).toBe((route.limits?.length ?? 0) > 0)
    expect(operation?.security.some((alternative) => 'token' in alternative)).toBe(true)
    if (route.limits?.[0]) expect(operation?.description).toContain(`At most ${route.limits[0].points} calls`)
  }
})

test('the bounds that validate are the bounds that are documented', () => {
  const body = api.paths['/auth/login']?.['post']?.requestBody?.content
  expect(Object.keys(body ?? {})).toEqual(['application/json', 'application/x-www-form-urlencoded'])
  expect(body?.['application/json']?.schema).toMatchObject({
    required: ['username', 'password'],
    properties: { password: { type: 'string', minLength: 1, maxLength: 128 } },
  })
  const upload = api.paths['/auth/performers/register']?.['post']?.requestBody?.content['multipart/form-data']?.schema
  expect(upload?.properties?.['idFront']).toMatchObject({ type: 'string', format: 'binary' })
})

test('a call takes JSON beside multipart only where no file is required', () => {
  const about = { method: 'PUT', path: '/notes', who: 'owner', tag: 'Test', summary: 'Test', answer: Done } as const
  const contentOf = (required: boolean) => {
    const files = { file: { maxCount: 1, maxBytes: 10, required } }
    const handle = () => Promise.resolve({ success: true as const })
    const { paths } = openApi([route({ ...about, body: v.object({ text: v.string() }), files, handle })])
    return Object.entries(paths['/notes']?.['put']?.requestBody?.content ?? {})
  }
  const schemas = contentOf(false).map(([type, { schema }]) => [type, Object.keys(schema.properties ?? {})])
  expect(schemas).toEqual([
    ['multipart/form-data', ['text', 'file']],
    ['application/json', ['text']],
    ['application/x-www-form-urlencoded', ['text']],
  ])
  expect(contentOf(true).map(([type]) => type)).toEqual(['multipart/form-data'])
})

test('the page shows every call, and brings neither script nor anything from elsewhere', () => {
  const page = apiDocsPage(api)
  for (const { operation } of operations) expect(page).toContain(`id="${operation.operationId}"`)
  expect(page).not.toMatch(/<script|\son\w+=|style=|https?:\/\//)
})
