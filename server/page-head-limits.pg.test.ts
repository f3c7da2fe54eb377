import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { User } from './domains/people/accounts/entity.ts'
import { transact } from './infra/database/transaction.ts'
import { File } from './infra/files/entity.ts'
import { makePerson, newFile } from './infra/sync/testing/person.ts'
import { startTestServer } from './testing/server.ts'
import type { TestServer } from './testing/server.ts'

const proxied = (url: string, ip: string) => fetch(url, { headers: { 'x-forwarded-for': ip } })

async function startLimited(): Promise<TestServer> {
  return startTestServer({ config: { rateLimits: 'on', trustProxy: 1 }, services: 'off' })
}

test('a sitemap is answered 120 times a minute to an address, and then to other addresses alone', async () => {
  const server = await startLimited()
  try {
    const read = async (ip: string, path = '/sitemap.xml') => (await proxied(`${server.url}${path}`, ip)).status
    const first: number[] = []
    for (let read120 = 0; read120 < 120; read120 += 1) first.push(await read('198.51.100.1'))
    expect(new Set(first)).toEqual(new Set([200]))
    expect(await read('198.51.100.1')).toBe(429)
    // Its parts count with it, and the file for robots alone is always there.
    expect(await read('198.51.100.1', '/sitemap-site-1.xml')).toBe(429)
    expect(await read('198.51.100.1', '/robots.txt')).toBe(200)
    expect(await read('198.51.100.2')).toBe(200)
  } finally {
    await server.stop()
  }
})

test('pictures for previews are made 60 times a minute for an address; those that are made are answered on', async () => {
  const server = await startLimited()
  try {
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#00f' } })
      .jpeg()
      .toBuffer()
    const { id } = await makePerson(server, 'pictured', true)
    const ask = async (ip: string) => (await proxied(`${server.url}/share/pictured.jpg`, ip)).status
    const askWithNewCover = async (ip: string) => {
      const file = { ...newFile(id), purpose: 'cover' as const }
      const path = server.app.storage.workPath()
      await writeFile(path, bytes)
      await server.app.storage.put(file.id, 'cover', path)
      await transact(server.app, null, async (tx) => {
        tx.em.create(File, file)
        await tx.em.nativeUpdate(User, { id }, { coverFileId: file.id })
      })
      return ask(ip)
    }
    const statuses: number[] = []
    for (let made = 0; made < 60; made += 1) statuses.push(await askWithNewCover('198.51.100.1'))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await ask('198.51.100.1')).toBe(200)
    expect(await askWithNewCover('198.51.100.1')).toBe(429)
    expect(await ask('198.51.100.2')).toBe(200)
    expect(await ask('198.51.100.1')).toBe(200)
  } finally {
    await server.stop()
  }
})
