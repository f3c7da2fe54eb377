import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { uploadFolder } from './body/uploads.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ services: 'off' })
})
afterAll(() => server.stop())

const photo = new File([new Uint8Array(300_000)], 'beach.jpg', { type: 'image/jpeg' })

async function share(body: BodyInit, headers: Record<string, string> = {}): Promise<[number, string | null]> {
  const answer = await fetch(`${server.url}/share`, { method: 'POST', body, headers, redirect: 'manual' })
  return [answer.status, answer.headers.get('location')]
}

function form(fields: Record<string, string>, files: File[] = []): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  for (const file of files) data.append('files', file)
  return data
}

test('words that reach the server lead on to the page, where no server sees them', async () => {
  const words = { title: 'A vase', text: 'A vase & more', url: 'https://a.test/?1#2' }
  const text = 'A vase & more\nhttps://a.test/?1#2'
  expect(await share(form(words))).toEqual([303, `/share#text=${encodeURIComponent(text)}`])
  expect(server.logLines.some((line) => line.includes('vase'))).toBe(false)
})

test('files are not kept, and the page says so', async () => {
  expect(await share(form({}, [photo]))).toEqual([303, '/share?failed=worker'])
  expect(await share(form({ text: 'At dawn' }, [photo]))).toEqual([303, '/share?failed=worker#text=At%20dawn'])
  expect(await readdir(uploadFolder(server.app.config.dataDir))).toEqual([])
})

test('an empty post leads to the page alone', async () => {
  expect(await share('')).toEqual([303, '/share'])
  expect(await share(form({}))).toEqual([303, '/share'])
  expect(await share(form({}, [new File([], '')]))).toEqual([303, '/share'])
})

test('words that an address cannot hold are to be shared again, and none of them is cut off', async () => {
  const room = 2_000 - '#text='.length
  expect(await share(form({ text: 'a'.repeat(room) }))).toEqual([303, `/share#text=${'a'.repeat(room)}`])
  expect(await share(form({ text: 'a'.repeat(room + 1) }))).toEqual([303, '/share?failed=worker'])
  expect(await share(form({ text: 'a'.repeat(16 * 1024 + 1) }))).toEqual([303, '/share?failed=worker'])
})

test('a body that is no form, or breaks off, leads to the page that says to share again', async () => {
  expect(await share('{}', { 'content-type': 'application/json' })).toEqual([303, '/share?failed=worker'])
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  expect(await share('--b\r\ncontent-disposition: form-data; name="text"\r\n\r\nAt', type)).toEqual([
    303,
    '/share?failed=worker',
  ])
})

test('a large post leads on without being read', async () => {
  const large = new File([new Uint8Array(32 * 1024 * 1024)], 'long.mp4', { type: 'video/mp4' })
  expect(await share(form({ text: 'At dawn' }, [large]))).toEqual([303, '/share?failed=worker'])
})

test('an address may post 30 times a minute', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' }, services: 'off' })
  try {
    const post = () => fetch(`${limited.url}/share`, { method: 'POST', body: form({ text: 'a' }), redirect: 'manual' })
    for (let count = 0; count < 30; count += 1) expect((await post()).status).toBe(303)
    expect((await post()).status).toBe(429)
  } finally {
    await limited.stop()
  }
})
