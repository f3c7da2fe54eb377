import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { signedUrl } from '../../../infra/files/media/media-link.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { hide } from '../../community/cases/operator-decision.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { grantEntitlement, setMembership } from '../../people/grants/commands.ts'
import { removePost, updatePost } from './commands.ts'
import { postWithPhoto } from './testing/post-with-photo.ts'

const SECRET = 'the door is behind the bakery'
const HOUR_MS = 3_600_000

const names = ['visitor', 'stranger', 'follower', 'member', 'entitled', 'author'] as const
type Name = (typeof names)[number]
type Status = 'scheduled' | 'published' | 'archived' | 'hidden' | 'removed'
type Access = PostRecord['access']

/** Open, locked or hidden, for each viewer in the order above. */
const table: [Status, Access, string][] = [
  ['published', 'public', 'oooooo'],
  ['published', 'followers', 'lloooo'],
  ['published', 'subscribers', 'lllooo'],
  ['published', 'paid', 'lllloo'],
  ['scheduled', 'public', '----oo'],
  ['scheduled', 'followers', '----oo'],
  ['scheduled', 'subscribers', '----oo'],
  ['scheduled', 'paid', '----oo'],
  ['archived', 'public', '----oo'],
  ['archived', 'followers', '----oo'],
  ['archived', 'subscribers', '----oo'],
  ['archived', 'paid', '----oo'],
  ['hidden', 'public', '-----o'],
  ['hidden', 'paid', '-----o'],
  ['removed', 'public', '------'],
  ['removed', 'followers', '------'],
  ['removed', 'subscribers', '------'],
  ['removed', 'paid', '------'],
]

let server: TestServer
let people: Record<Exclude<Name, 'visitor'>, Person>
/** The devices of those who have the channel: they follow as well, whatever else they are. */
const devices = new Map<Name, TestDevice>()
type Made = { postId: string; fileId: string; thumbnailId: string }

const posts = new Map<string, Made>()

beforeAll(async () => {
  server = await startTestServer()
  const author = await makePerson(server, 'author', true)
  const fan = (name: string) => makePerson(server, name)
  people = {
    ...{ stranger: await fan('stranger'), follower: await fan('follower') },
    ...{ member: await fan('member'), entitled: await fan('entitled'), author },
  }
  for (const [status, access] of table) posts.set(`${status} ${access}`, await makePost(author, status, access))
  // All show the same bytes, which no post may show once staff have hidden one of them.
  for (const [status, access] of table) await settle(author, status, posts.get(`${status} ${access}`)?.postId ?? '')
  const following = { member: await fan('member.f'), entitled: await fan('entitled.f'), follower: people.follower }
  for (const { actor } of Object.values(following)) {
    await transact(server.app, actor, (tx) => setFollow(tx, { performerId: author.id, following: true }))
  }
  for (const { id: userId } of [people.member, following.member]) {
    const accessUntil = new Date(Date.now() + HOUR_MS)
    await transact(server.app, null, (tx) =>
      setMembership(tx, { userId, performerId: author.id, kind: 'subscription', accessUntil }),
    )
  }
  for (const { id: userId } of [people.entitled, following.entitled]) {
    for (const { postId: objectId } of posts.values()) {
      const owned = { userId, performerId: author.id, objectType: 'feed', objectId, source: 'purchase' } as const
      await transact(server.app, null, (tx) => grantEntitlement(tx, owned))
    }
  }
  for (const [name, person] of Object.entries({ ...following, author })) {
    const device = new TestDevice(server, person)
    await device.syncAll()
    devices.set(name as Name, device)
  }
}, 120_000)
afterAll(() => server.stop())

test.each(table)('%s, for %s, is %s by REST, sync and media link', async (status, access, expected) => {
  const none: Made = { postId: '', fileId: '', thumbnailId: '' }
  const { postId, fileId, thumbnailId } = posts.get(`${status} ${access}`) ?? none
  const isForEverybody = expected.startsWith('o')
  const isTold = !expected.startsWith('-')
  for (const [index, name] of names.entries()) {
    const letter = expected[index]
    const person = name === 'visitor' ? undefined : people[name]
    const answer = await call(server, `GET /user/feeds/${postId}`, { token: person?.token })
    expect([name, letterOf(answer.status === 404 ? undefined : (answer.body as unknown as PostRecord))]).toEqual([
      name,
      letter,
    ])
    expect([name, answer.text.includes(SECRET), answer.text.includes(fileId)]).toEqual([
      ...[name, letter === 'o', letter === 'o'],
    ])
    expect([name, 'by an open link', await statusOf(`/media/${fileId}/original`, person)]).toEqual([
      ...[name, 'by an open link', isForEverybody ? 200 : 404],
    ])
    expect([name, 'the thumbnail by an open link', await statusOf(`/media/${thumbnailId}/original`, person)]).toEqual([
      ...[name, 'the thumbnail by an open link', isTold ? 200 : 404],
    ])
    if (!person) continue
    // The files of a post that is gone are in the library of its author.
    const isKept = status === 'removed' && name === 'author'
    const preview = { fileId: thumbnailId, rendition: 'original', viewerId: person.id } as const
    const shown = await statusOf(signedUrl(server.app.secret, preview, new Date()), person)
    expect([name, 'the thumbnail', shown]).toEqual([name, 'the thumbnail', letter !== '-' || isKept ? 200 : 404])
    const link = { fileId, rendition: 'original', viewerId: person.id } as const
    const own = await statusOf(signedUrl(server.app.secret, link, new Date()), person)
    expect([name, 'by a link of their own', own]).toEqual([
      name,
      'by a link of their own',
      letter === 'o' || isKept ? 200 : 404,
    ])
    const device = devices.get(name)
    if (!device) continue
    const held = device.all<PostRecord>('posts').find(({ _id }) => _id === postId)
    // The window of others has what has a place; scheduled posts have none.
    const isSent = status !== 'scheduled' || name === 'author'
    expect([name, 'on the device', letterOf(held)]).toEqual([name, 'on the device', isSent ? letter : '-'])
  }
})

test('a visitor sees the pictures of a public post, and their links die when it turns private', async () => {
  const author = await makePerson(server, 'another', true)
  await transact(server.app, people.follower.actor, (tx) => setFollow(tx, { performerId: author.id, following: true }))
  const { postId, fileId } = await postWithPhoto(server, author, { text: 'For all' })
  const { body } = await call(server, 'GET /user/feeds/search/another')
  const seen = (body['data'] as PostRecord[]).find(({ _id }) => _id === postId)
  expect(seen?.files).toMatchObject([{ _id: fileId, url: `/media/${fileId}/original` }])
  const links = [seen?.files[0]?.url, seen?.files[0]?.thumbnailUrl].filter((url) => typeof url === 'string')
  expect(links).toHaveLength(2)
  const change = (changes: Parameters<typeof updatePost>[1]['changes']) =>
    transact(server.app, author.actor, (tx) => updatePost(tx, { _id: postId, changes }))
  for (const url of links) {
    const answer = await fetch(server.url + url)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable'])
    const again = await fetch(server.url + url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    await change({ access: 'followers' })
    const etag = answer.headers.get('etag') ?? ''
    expect((await fetch(server.url + url, { headers: { 'if-none-match': etag } })).status).toBe(404)
    expect(await statusOf(url, people.follower)).toBe(404)
    await change({ access: 'public' })
    expect(await statusOf(url)).toBe(200)
    await change({ archived: true })
    expect(await statusOf(url)).toBe(404)
    await change({ archived: false })
  }
  await change({ access: 'followers' })
  const answer = await call(server, `GET /user/feeds/${postId}`, { token: people.follower.token })
  const [file] = (answer.body as unknown as PostRecord).files
  expect(file?.url).toContain(`v=${people.follower.id}`)
  expect(await statusOf(file?.url ?? '', people.follower)).toBe(200)
})

function letterOf(post: PostRecord | undefined): string {
  if (!post || post.status === 'removed') return '-'
  return post.isLocked ? 'l' : 'o'
}

async function statusOf(url: string, person?: Person): Promise<number> {
  const headers = person ? { authorization: `Bearer ${person.token}` } : {}
  return (await fetch(server.url + url, { headers })).status
}

function makePost(by: Person, status: Status, access: Access): Promise<Made> {
  const price = access === 'paid' ? 5 : 0
  const scheduledAt = status === 'scheduled' ? new Date(Date.now() + HOUR_MS).toISOString() : null
  return postWithPhoto(server, by, { text: SECRET, access, price, scheduledAt })
}

async function settle(by: Person, status: Status, postId: string): Promise<void> {
  // Nobody decides on their own post: the operator hides it.
  await transact(server.app, status === 'hidden' ? null : by.actor, async (tx) => {
    if (status === 'archived') await updatePost(tx, { _id: postId, changes: { archived: true } })
    if (status === 'hidden') await hide(tx, { type: 'feed', id: postId })
    if (status === 'removed') await removePost(tx, { _id: postId })
  })
}
