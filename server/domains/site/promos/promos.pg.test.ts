import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Promo } from '@vesper/sync/vesper/api/promos.ts'
import { expect } from 'vitest'
import { jpegWithPlace } from '../../../infra/files/testing/media-server.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { admin } from './admin.ts'

test('an announcement is shown to its audience, at its position, from its first to its last day', async ({
  server,
  fan,
  creator,
}) => {
  for (const audience of ['everybody', 'visitors', 'fans', 'creators']) {
    await run(server, 'add', `title=For ${audience}`, `audience=${audience}`)
  }
  await run(server, 'add', 'title=On Explore', 'position=explore', 'link=/explore?free=true', 'text=Look, a=b')
  await run(server, 'add', 'title=In December', 'starts=2099-12-01', 'ends=2099-12-02')
  const clock = server.app.clock
  const shown = async (time: string, token?: string, query = '?position=home&sort=asc') => {
    server.app.clock = () => new Date(time)
    const { body } = await call(server, `GET /site-promo/search${query}`, { token })
    server.app.clock = clock
    return (body['data'] as Promo[]).map(({ title }) => title)
  }
  const now = clock().toISOString()
  expect(await shown('2099-11-30T23:59:59Z')).toEqual(['For everybody', 'For visitors'])
  expect(await shown('2099-12-01T00:00:00Z')).toEqual(['For everybody', 'For visitors', 'In December'])
  expect(await shown('2099-12-02T23:59:59Z')).toContain('In December')
  expect(await shown('2099-12-03T00:00:00Z')).not.toContain('In December')
  expect(await shown(now, fan.token)).toEqual(['For everybody', 'For fans'])
  expect(await shown(now, creator.token)).toEqual(['For everybody', 'For creators'])
  expect(await shown(now, undefined, '?position=explore')).toEqual(['On Explore'])
  const { body } = await call(server, 'GET /site-promo/search?position=explore')
  const [promo] = body['data'] as Promo[]
  expect(promo).toMatchObject({ text: 'Look, a=b', link: '/explore?free=true', picture: null, startsAt: null })
  expect(await run(server)).toContain(`${promo?._id}  active  explore  everybody  … to …  On Explore`)
  await run(server, 'end', promo?._id ?? '')
  expect(await shown(now, undefined, '?position=explore')).toEqual([])
})

test('a picture is shown to everybody, without the place where it was taken', async ({ server, onTestFinished }) => {
  const file = join(await mkdtemp(join(tmpdir(), 'vesper-promo-')), 'photo.jpg')
  onTestFinished(() => rm(dirname(file), { recursive: true }))
  await writeFile(file, await jpegWithPlace())
  await run(server, 'add', 'title=With a picture', `picture=${file}`)
  const { body } = await call(server, 'GET /site-promo/search?position=home')
  const promo = (body['data'] as Promo[]).find(({ title }) => title === 'With a picture')
  const picture = await fetch(server.url + (promo?.picture ?? ''))
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
  expect(Buffer.from(await picture.arrayBuffer()).includes('GPS')).toBe(false)
  await expect(run(server, 'add', 'title=A', 'picture=/nowhere.jpg')).rejects.toThrow('This file cannot be read.')
  await writeFile(file, 'no picture')
  await expect(run(server, 'add', 'title=A', `picture=${file}`)).rejects.toThrow()
})

test.for([
  [['add'], 'title'],
  [['add', 'title=  '], 'Give a title.'],
  [['add', `title=${'a'.repeat(81)}`], 'A title is shorter.'],
  [['add', 'title=A', 'link=javascript:alert(1)'], 'A link begins with'],
  [['add', 'title=A', 'link=//evil.example'], 'A link begins with'],
  [['add', 'title=A', 'starts=tomorrow'], 'Give days as'],
  [['add', 'title=A', 'colour=red'], 'colour'],
  [['end', 'x'], 'There is no such promo.'],
  [['sing'], 'Use it so'],
] as const)('the command promo %j is refused', async ([args, message], { server }) => {
  await expect(run(server, ...args)).rejects.toThrow(message)
})

async function run({ app }: TestServer, ...args: readonly string[]): Promise<string> {
  const lines: string[] = []
  await admin['promo']?.run({ app, args, print: (line) => void lines.push(line) })
  return lines.join('\n')
}
