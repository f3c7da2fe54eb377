import { writeFile } from 'node:fs/promises'
import type { AssetKind, AssetView } from '@vesper/sync/vesper/records/asset.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { grantEntitlement, setMembership } from '../../people/grants/commands.ts'
import type { Asset } from './entity.ts'
import { makeAsset } from './testing/asset.ts'

const SECRET = 'behind the bakery'
const HOUR_MS = 3_600_000

const names = ['visitor', 'stranger', 'follower', 'member', 'entitled', 'author'] as const
type Name = (typeof names)[number]

/** Open, locked or hidden, for each viewer in the order above. */
const table: [Asset['status'], Asset['access'], string][] = [
  ['active', 'public', 'oooooo'],
  ['active', 'followers', 'lloooo'],
  ['active', 'subscribers', 'lllooo'],
  ['active', 'paid', 'lllloo'],
  ['draft', 'public', '----oo'],
  ['archived', 'followers', '----oo'],
  ['hidden', 'public', '-----o'],
  ['removed', 'paid', '------'],
]
const kinds = ['gallery', 'photo', 'photo in a gallery', 'video'] as const
type Case = (typeof kinds)[number]
type Made = {
  path: string
  listPath: string
  objectId: string
  kind: AssetKind
  contentId: string
  advertIds: string[]
}

let server: TestServer
let people: Record<Exclude<Name, 'visitor'>, Person>
const made = new Map<string, Made>()

beforeAll(async () => {
  server = await startTestServer()
  const author = await makePerson(server, 'author', true)
  const fan = (name: string) => makePerson(server, name)
  people = {
    ...{ stranger: await fan('stranger'), follower: await fan('follower'), member: await fan('member') },
    ...{ entitled: await fan('entitled'), author },
  }
  const { follower, member, entitled } = people
  await transact(server.app, follower.actor, (tx) => setFollow(tx, { performerId: author.id, following: true }))
  const accessUntil = new Date(Date.now() + HOUR_MS)
  const term = { userId: member.id, performerId: author.id, kind: 'subscription', accessUntil } as const
  await transact(server.app, null, (tx) => setMembership(tx, term))
  for (const kind of kinds) {
    for (const [status, access] of table) {
      const one = await makeCase(kind, { status, access, price: access === 'paid' ? 5 : 0, description: text() })
      made.set(`${kind} ${status} ${access}`, one)
      const owned = { userId: entitled.id, performerId: author.id, source: 'purchase' } as const
      await transact(server.app, null, (tx) =>
        grantEntitlement(tx, { ...owned, objectType: one.kind, objectId: one.objectId }),
      )
    }
  }
}, 300_000)
afterAll(() => server.stop())

/** A card shows the first 200 characters: the secret is after them. */
function text(): string {
  return `${'A walk by the sea. '.repeat(15)}${SECRET}`
}

async function makeCase(name: Case, given: Partial<Asset>): Promise<Made> {
  const author = people.author.id
  if (name === 'video') {
    const files = { mainId: video, thumbnailId: {}, teaserId: video }
    const { id, files: ids } = await makeAsset(server, author, { kind: 'video', files, ...given })
    await store(ids.mainId, ids.thumbnailId, ids.teaserId)
    const advertIds = [ids.thumbnailId ?? '', ids.teaserId ?? '']
    return { ...paths('videos', id), objectId: id, kind: 'video', contentId: ids.mainId ?? '', advertIds }
  }
  if (name === 'photo') {
    const { id, files } = await makeAsset(server, author, { kind: 'photo', files: { fileId: {} }, ...given })
    await store(files.fileId)
    const path = `/performer/performer-assets/photos/search`
    return { path, listPath: '/performer-assets/photos', objectId: id, kind: 'photo', ...contentOf(files.fileId) }
  }
  const { id } = await makeAsset(server, author, { kind: 'gallery', ...given })
  const placed = { kind: 'photo', galleryId: id, position: 0, description: given.description ?? '' } as const
  const { files } = await makeAsset(server, author, { ...placed, files: { fileId: {} } })
  await store(files.fileId)
  return { ...paths('galleries', id), objectId: id, kind: 'gallery', ...contentOf(files.fileId) }
}

const video = { type: 'video', mimeType: 'video/mp4', durationMs: 9_000 } as const

function paths(plural: string, id: string) {
  return { path: `/performer-assets/${plural}/${id}`, listPath: `/performer-assets/${plural}/search` }
}

function contentOf(fileId = ''): Pick<Made, 'contentId' | 'advertIds'> {
  return { contentId: fileId, advertIds: [] }
}

async function store(...fileIds: (string | undefined)[]): Promise<void> {
  for (const fileId of fileIds) {
    const path = server.app.storage.workPath()
    await writeFile(path, 'bytes')
    await server.app.storage.put(fileId ?? '', 'original', path)
  }
}

const cases = kinds.flatMap((kind) => table.map(([status, access, seen]) => ({ kind, status, access, seen })))

test.each(cases)('$kind, $status, for $access: $seen by REST, file link and bookmark', async (given) => {
  const { kind, status, access, seen } = given
  const one = made.get(`${kind} ${status} ${access}`)
  if (!one) throw new Error('not made')
  for (const [index, name] of names.entries()) {
    const letter = seen[index]
    const person = name === 'visitor' ? undefined : people[name]
    const shown = await look(given, one, person)
    expect([name, shown.letter, 'secret', shown.text.includes(SECRET)]).toEqual([
      name,
      letter,
      'secret',
      letter === 'o',
    ])
    expect([name, 'file', shown.text.includes(one.contentId)]).toEqual([name, 'file', letter === 'o'])
    for (const id of letter === '-' ? [] : one.advertIds) expect([name, shown.text.includes(id)]).toEqual([name, true])
    const link = await fetch(`${server.url}/media/${one.contentId}/original`)
    expect([name, 'open link', link.status]).toEqual([name, 'open link', seen.startsWith('o') ? 200 : 404])
    if (!person) continue
    const body = { ids: [one.contentId, ...one.advertIds] }
    const viewable = await call(server, 'POST /files/viewable', { token: person.token, body })
    const expected = letter === 'o' ? body.ids : letter === 'l' ? one.advertIds : []
    expect([name, ...(viewable.body['ids'] as string[]).toSorted(byText)]).toEqual([name, ...expected.toSorted(byText)])
  }
})

/** The answer for one viewer: by the view, for photos by the list. */
async function look({ kind, status }: (typeof cases)[number], one: Made, person: Person | undefined) {
  const token = person?.token
  if (kind === 'photo') {
    const answer = await call(server, 'GET /performer-assets/photos?pageSize=50', { token })
    const found = (answer.body['data'] as AssetView[]).find(({ _id }) => _id === one.objectId)
    // Lists hold active assets alone: by its own list the author sees the others.
    if (status === 'draft' || status === 'archived' || status === 'hidden') {
      expect(found).toBeUndefined()
      const isSeen = person === people.author || (person === people.entitled && status !== 'hidden')
      return { letter: isSeen ? 'o' : '-', text: isSeen ? `${SECRET} ${one.contentId}` : '' }
    }
    return { letter: !found ? '-' : found.isLocked ? 'l' : 'o', text: JSON.stringify(found ?? {}) }
  }
  const view = await call(server, `GET ${one.path}` as 'GET /', { token })
  const letter = view.status === 404 ? '-' : view.body['isLocked'] ? 'l' : 'o'
  const list = await call(server, `GET ${one.listPath}?pageSize=100` as 'GET /', { token })
  const listed = (list.body['data'] as AssetView[]).find(({ _id }) => _id === one.objectId)
  expect(listed !== undefined).toBe(status === 'active')
  if (listed) expect(listed.isLocked ? 'l' : 'o').toBe(letter)
  if (one.kind !== 'gallery') return { letter, text: view.text + JSON.stringify(listed ?? {}) }
  const photos = await call(server, `GET /performer-assets/photos?galleryId=${one.objectId}`, { token })
  expect(photos.status).toBe({ o: 200, l: 403, '-': 404 }[letter])
  return { letter, text: view.text + photos.text }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}
