import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeFiles } from '../../../content/attachments.ts'
import { HIDDEN_BY_STAFF } from '../../../content/hidden-by-staff.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import { File } from '../../../infra/files/entity.ts'
import { publicUrl, signedUrl } from '../../../infra/files/media/media-link.ts'
import { converse, makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { setBlock } from '../../community/blocks/commands.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { grantEntitlement, setMembership } from '../../people/grants/commands.ts'
import { messageFiles } from '../../talk/messages/attachments.ts'
import { postFiles } from '../posts/attachments.ts'
import { removePost } from '../posts/commands.ts'
import { Holders, storedPhoto } from './testing/holders.ts'
import type { MadeHolder } from './testing/holders.ts'

const HOUR_MS = 3_600_000
const names = ['visitor', 'stranger', 'follower', 'member', 'buyer', 'blocked', 'author'] as const

type Make = (at: Holders, fileIds: readonly string[]) => Promise<MadeHolder | MadeHolder[]>

/**
 * Holders, and who may fetch the files of each: a letter for each name above. Messages go to the stranger. Things that
 * are removed leave their files to the author.
 */
const table: Record<string, [string, Make]> = {
  'a public post': ['ooooo-o', (at, files) => at.post(files, 'public')],
  'a post for followers': ['--ooo-o', (at, files) => at.post(files, 'followers')],
  'a post for subscribers': ['---oo-o', (at, files) => at.post(files, 'subscribers')],
  'a paid post': ['----o-o', (at, files) => at.post(files, 'paid')],
  'an archived post': ['----o-o', (at, files) => at.post(files, 'public', 'archived')],
  'a hidden post': ['------o', (at, files) => at.post(files, 'public', 'hidden')],
  'a removed post': ['------o', (at, files) => at.post(files, 'public', 'removed')],
  'a public photo': ['ooooo-o', (at, files) => at.photo(files, 'public')],
  'a paid photo': ['----o-o', (at, files) => at.photo(files, 'paid')],
  'a hidden photo': ['------o', (at, files) => at.photo(files, 'public', 'hidden')],
  'a removed photo': ['------o', (at, files) => at.photo(files, 'public', 'removed')],
  'a message': ['-o----o', (at, files) => at.message(files)],
  'a paid message': ['------o', (at, files) => at.message(files, 5)],
  'a hidden message': ['------o', (at, files) => at.message(files, undefined, 'hidden')],
  'a deleted message': ['------o', (at, files) => at.message(files, undefined, 'removed')],
  'a draft': ['------o', (at, files) => at.draft(files)],
}
const partners = ['a public post', 'a post for subscribers', 'a removed post', 'a message']

let server: TestServer
let people: Record<Exclude<(typeof names)[number], 'visitor'>, Person>
let at: Holders

beforeAll(async () => {
  server = await startTestServer()
  const person = (name: string) => makePerson(server, name)
  const author = await makePerson(server, 'author', true)
  const [stranger, follower, member] = [await person('stranger'), await person('follower'), await person('member')]
  people = { stranger, follower, member, author, buyer: await person('buyer'), blocked: await person('blocked') }
  await transact(server.app, follower.actor, (tx) => setFollow(tx, { performerId: author.id, following: true }))
  const accessUntil = new Date(Date.now() + HOUR_MS)
  const term = { userId: member.id, performerId: author.id, kind: 'subscription', accessUntil } as const
  await transact(server.app, null, (tx) => setMembership(tx, term))
  const block = { userId: people.blocked.id, blocked: true, reason: '' }
  await transact(server.app, author.actor, (tx) => setBlock(tx, block))
  at = new Holders(server, author, await converse(server, stranger, author))
})
afterAll(() => server.stop())

/** Makes a holder of these files; the buyer owns it. */
async function make(name: string, fileIds: readonly string[]): Promise<MadeHolder[]> {
  const made = [await (table[name]?.[1] ?? never(name))(at, fileIds)].flat()
  for (const { id: objectId, kind } of made) {
    if (kind !== 'feed' && kind !== 'photo') continue
    // A thing that somebody owns is archived in the place of its removal.
    if (name.includes('removed')) continue
    const owned = { userId: people.buyer.id, performerId: people.author.id, source: 'purchase' } as const
    await transact(server.app, null, (tx) => grantEntitlement(tx, { ...owned, objectType: kind, objectId }))
  }
  return made
}

function never(name: string): never {
  throw new Error(`There is no ${name}.`)
}

/** A letter for each name: whether the account gets the bytes of the rendition by a link of its own. */
async function whoFetches(fileId: string, rendition: 'original' | 'thumbnail'): Promise<string> {
  const letters = names.map(async (name) => {
    const person = name === 'visitor' ? null : people[name]
    const link = person
      ? signedUrl(server.app.secret, { fileId, rendition, viewerId: person.id }, server.app.clock())
      : publicUrl(fileId, rendition)
    const headers: Record<string, string> = person ? { authorization: `Bearer ${person.token}` } : {}
    const answer = await fetch(server.url + link, { headers })
    const text = await answer.text()
    if (answer.status === 200) expect(text).toBe(`${rendition} of ${fileId}`)
    else expect([answer.status, text.includes(' of ')]).toEqual([404, false])
    return answer.status === 200 ? 'o' : '-'
  })
  return (await Promise.all(letters)).join('')
}

function either(one: string, other: string): string {
  return names.map((_, index) => (one[index] === 'o' || other[index] === 'o' ? 'o' : '-')).join('')
}

test.each(Object.keys(table))(
  'a file in %s and in another holder is open to the readers of either, and opens no other file',
  async (name) => {
    for (const partner of partners) {
      const [shared, first, second] = await Promise.all([1, 2, 3].map(() => storedPhoto(server, people.author.id)))
      const made = [
        ...(await make(name, [shared ?? '', first ?? ''])),
        ...(await make(partner, [shared ?? '', second ?? ''])),
      ]
      for (const { end } of made) await end()
      const [a = '', b = ''] = [table[name]?.[0], table[partner]?.[0]]
      for (const rendition of ['original', 'thumbnail'] as const) {
        const seen = [shared, first, second].map((id) => whoFetches(id ?? '', rendition))
        expect([partner, ...(await Promise.all(seen))]).toEqual([partner, either(a, b), a, b])
      }
    }
  },
)

test('a locked post does not say that it holds a file that is open elsewhere', async () => {
  const [shared, own] = [await storedPhoto(server, people.author.id), await storedPhoto(server, people.author.id)]
  await at.post([shared], 'public')
  const { id } = await at.post([shared, own], 'paid')
  const { body, text } = await call(server, `GET /user/feeds/${id}`, { token: people.stranger.token })
  expect(body).toMatchObject({ isLocked: true, files: [], fileCount: 2 })
  expect([text.includes(shared), text.includes(own)]).toEqual([false, false])
})

test('a file that is taken while its last holder goes stays with the new one', async () => {
  for (let round = 0; round < 8; round += 1) {
    const photo = await storedPhoto(server, people.author.id)
    const { id: _id } = await at.post([photo], 'public')
    await Promise.all([
      transact(server.app, people.author.actor, (tx) => takeFiles(tx, [photo], { holderId: v7(), takes: postFiles })),
      transact(server.app, people.author.actor, (tx) => removePost(tx, { _id })),
    ])
    const attached = await server.app.orm.em.fork().count(Attachment, { fileId: photo })
    expect([await countOf(photo), attached]).toEqual([1, 1])
  }
})

test.each(['a hidden post', 'a hidden photo', 'a hidden message'])(
  'a file of %s is put into nothing else, until staff show that again',
  async (name) => {
    const [photo, other] = [await storedPhoto(server, people.author.id), await storedPhoto(server, people.author.id)]
    const [made] = await make(name, [photo])
    await made?.end()
    const refused = { kind: 'invalid', message: HIDDEN_BY_STAFF }
    await expect(at.post([other, photo], 'public')).rejects.toMatchObject(refused)
    await expect(at.photo([photo], 'public')).rejects.toMatchObject(refused)
    await expect(at.message([photo])).rejects.toMatchObject(refused)
    await expect(at.draft([photo])).rejects.toMatchObject(refused)
    await at.post([other], 'public')
    const { id, kind } = made ?? never(name)
    await transact(server.app, null, async (tx) => tx.app.domains.things.get(kind as 'feed')?.hide?.(tx, id, false))
    await at.post([photo], 'public')
  },
)

test('a fan’s file has one holder', async () => {
  const photo = await storedPhoto(server, people.stranger.id)
  const taking = () =>
    transact(server.app, people.stranger.actor, (tx) => takeFiles(tx, [photo], { holderId: v7(), takes: messageFiles }))
  await taking()
  await expect(taking()).rejects.toMatchObject({ kind: 'invalid', message: messageFiles.texts.taken })
})

function countOf(id: string): Promise<number> {
  return server.app.orm.em.fork().count(File, { id })
}
