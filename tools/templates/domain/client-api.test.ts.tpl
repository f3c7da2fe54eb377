import { afterEach, expect, test, vi } from 'vitest'
import { create{{Name}}, list{{Plural}}, remove{{Name}} } from './{{names}}-api.ts'

afterEach(() => void vi.unstubAllGlobals())

test('creates, lists and removes through the API', async () => {
  const row = { _id: '0190a5a0-0000-7000-8000-000000000000', text: 'Hello', createdAt: '2026-01-01T00:00:00.000Z' }
  const calls: string[] = []
  const answers: unknown[] = [row, { data: [row], total: 1 }, { success: true }]
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url}`)
    return Promise.resolve(Response.json(answers.shift()))
  })
  expect(await create{{Name}}('Hello')).toEqual(row)
  expect(await list{{Plural}}(1)).toEqual({ data: [row], total: 1 })
  await remove{{Name}}(row._id)
  expect(calls).toEqual(['POST /api/{{names}}', 'GET /api/{{names}}?current=1', `DELETE /api/{{names}}/${row._id}`])
})
