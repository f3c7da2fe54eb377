import { randomUUID } from 'node:crypto'
import type { ArgsOf, MutationName } from '@vesper/sync/vesper/mutations/registry.ts'
import { sightOf } from '@vesper/sync/vesper/records/post-draft.ts'
import { v7 } from 'uuid'
import { makeAsset, makeUpload } from '../../domains/content/assets/testing/asset.ts'
import { save } from '../../domains/content/drafts/testing/author.ts'
import { publishPost, updatePost } from '../../domains/content/posts/commands.ts'
import type { PublishPost } from '../../domains/content/posts/commands.ts'
import { call } from '../../domains/people/accounts/testing/api.ts'
import { setWelcome } from '../../domains/reach/broadcasts/welcomes.ts'
import { transact } from '../../infra/database/transaction.ts'
import { jpegWithPlace } from '../../infra/files/testing/media-server.ts'
import { makeMp4 } from '../../infra/files/testing/mp4-fixture.ts'
import { converse, say } from '../../infra/sync/testing/person.ts'
import type { Person } from '../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../infra/sync/testing/test-device.ts'
import type { TestServer } from '../../testing/server.ts'

/** A creator and a fan with tokens, new for each try. The creator takes private shows at 60 tokens a minute. */
export type Stage = { server: TestServer; creator: Person; fan: Person }

/** The words of a refusal, or `done`. */
export type Tried = Promise<string>

/** Prepares a deed while it is allowed; answers the deed. */
export type Try = (stage: Stage) => Promise<() => Tried>

/** Calls the API as a person. */
export function rest(
  server: TestServer,
  { token }: Person,
  [target, body]: [Parameters<typeof call>[1], unknown?],
): () => Tried {
  return async () => {
    const answer = await call(server, target, { token, body })
    return answer.status < 300 ? 'done' : String(answer.body['message'])
  }
}

/** Sends a mutation from a device of a person. */
export function sent<Name extends MutationName>(
  server: TestServer,
  by: Person,
  [name, args]: [Name, ArgsOf<Name>],
): () => Tried {
  return async () => {
    const { outcomes } = await new TestDevice(server, by).sync([mutation(name, args)])
    return outcomes[0]?.status === 'rejected' ? outcomes[0].message : 'done'
  }
}

/** Says an event, as the socket of a person does. */
export function event(server: TestServer, { actor }: Person, [name, payload]: [string, unknown]): () => Tried {
  return async () => {
    const found = server.app.domains.socketEvents.find((one) => one.event === name)
    const socket = { id: randomUUID(), actor, isIn: () => true, rooms: () => [], onGone: () => {} }
    const given = { app: server.app, socket, payload } as unknown as Parameters<NonNullable<typeof found>['handle']>[0]
    try {
      await found?.handle(given)
      return 'done'
    } catch (error) {
      return (error as Error).message
    }
  }
}

const post = (given: Partial<PublishPost> = {}): PublishPost => ({
  ...{ _id: v7(), text: 'A post', access: 'public', price: 0, scheduledAt: null, poll: null, fileIds: [] },
  ...given,
})

export async function published({ server, creator }: Stage, given: Partial<PublishPost> = {}): Promise<string> {
  const args = post(given)
  await transact(server.app, creator.actor, (tx) => publishPost(tx, args))
  return args._id
}

async function archived(stage: Stage): Promise<string> {
  const _id = await published(stage)
  const { server, creator } = stage
  await transact(server.app, creator.actor, (tx) => updatePost(tx, { _id, changes: { archived: true } }))
  return _id
}

async function draft({ server, creator }: Stage): Promise<{ _id: string; seen: string }> {
  const device = new TestDevice(server, creator)
  await device.sync([save(v7(), { changes: { text: 'Hello' } })])
  const [held] = device.all<Parameters<typeof sightOf>[0] & { _id: string }>('post-drafts')
  if (!held) throw new Error('the device holds no draft')
  return { _id: held._id, seen: sightOf(held) }
}

export async function away(
  { server, creator }: Stage,
  kind: 'gallery' | 'photo' | 'video' | 'product',
): Promise<string> {
  const files = kind === 'video' ? { mainId: {} } : {}
  return (await makeAsset(server, creator.id, { kind, files, status: 'archived', price: kind === 'product' ? 5 : 0 }))
    .id
}

const path = '/performer/performer-assets'
const active = { status: 'active' }
const begun = { editedAt: new Date().toISOString(), base: {} }

/** Each deed that is stopped while the creator, or the fan with a tip, may not do it. */
export const publishing: Readonly<Record<string, Try>> = {
  'post.publish': async ({ server, creator }) => sent(server, creator, ['post.publish', post()]),
  'post.update': async (stage) =>
    sent(stage.server, stage.creator, ['post.update', { _id: await archived(stage), changes: { archived: false } }]),
  'draft.publish': async (stage) => sent(stage.server, stage.creator, ['draft.publish', await draft(stage)]),
  'asset.save': async (stage) => {
    const args = { _id: await away(stage, 'gallery'), kind: 'gallery', changes: active, ...begun } as const
    return sent(stage.server, stage.creator, ['asset.save', args as ArgsOf<'asset.save'>])
  },
  'photo.add': async ({ server, creator }) => {
    const { id: galleryId } = await makeAsset(server, creator.id, { kind: 'gallery' })
    const fileId = await makeUpload(server, creator.id, { purpose: 'feed-photo' })
    return sent(server, creator, ['photo.add', { _id: v7(), galleryId, fileId }])
  },
  'POST /performer/feeds': async ({ server, creator }) => rest(server, creator, ['POST /performer/feeds', post()]),
  'PUT /performer/feeds/{id}': async (stage) =>
    rest(stage.server, stage.creator, [`PUT /performer/feeds/${await archived(stage)}`, { archived: false }]),
  'POST /performer/drafts/{id}/publish': async (stage) => {
    const { _id, seen } = await draft(stage)
    return rest(stage.server, stage.creator, [`POST /performer/drafts/${_id}/publish`, { seen }])
  },
  'POST /performer/performer-assets/galleries': async ({ server, creator }) =>
    rest(server, creator, [`POST ${path}/galleries`, { title: 'Fog', ...active }]),
  'PUT /performer/performer-assets/galleries/{id}': async (stage) =>
    rest(stage.server, stage.creator, [`PUT ${path}/galleries/${await away(stage, 'gallery')}`, active]),
  'POST /performer/performer-assets/photos/upload': async ({ server, creator }) => {
    const fileId = await makeUpload(server, creator.id, { purpose: 'feed-photo' })
    return rest(server, creator, [`POST ${path}/photos/upload`, { fileId }])
  },
  'PUT /performer/performer-assets/photos/{id}': async (stage) =>
    rest(stage.server, stage.creator, [`PUT ${path}/photos/${await away(stage, 'photo')}`, active]),
  'POST /performer/performer-assets/videos/upload': async ({ server, creator }) => {
    const mainId = await makeUpload(server, creator.id, { purpose: 'feed-video', type: 'video' })
    return rest(server, creator, [`POST ${path}/videos/upload`, { title: 'Fog', mainId, ...active }])
  },
  'PUT /performer/performer-assets/videos/edit/{id}': async (stage) =>
    rest(stage.server, stage.creator, [`PUT ${path}/videos/edit/${await away(stage, 'video')}`, active]),
  'POST /performer/performer-assets/products': async ({ server, creator }) =>
    rest(server, creator, [`POST ${path}/products`, { title: 'Fog', price: 5, ...active }]),
  'PUT /performer/performer-assets/products/{id}': async (stage) =>
    rest(stage.server, stage.creator, [`PUT ${path}/products/${await away(stage, 'product')}`, active]),
  'POST /streaming/live': async ({ server, creator }) =>
    rest(server, creator, ['POST /streaming/live', { title: 'Tonight', access: 'public' }]),
  'show:request': async ({ server, creator, fan }) => event(server, fan, ['show:request', asked(creator)]),
  'show:accept': async (stage) => accepting(stage),
  'POST /users/avatar/upload': async (stage) =>
    uploading(stage, '/users/avatar/upload', { bytes: await jpegWithPlace(20, 20) }),
  'POST /users/{id}/avatar/upload': async (stage) =>
    uploading(stage, `/users/${stage.creator.id}/avatar/upload`, { bytes: await jpegWithPlace(20, 20) }),
  'POST /performers/avatar/upload': async (stage) =>
    uploading(stage, '/performers/avatar/upload', { bytes: await jpegWithPlace(20, 20) }),
  'POST /performers/cover/upload': async (stage) =>
    uploading(stage, '/performers/cover/upload', { bytes: await jpegWithPlace(20, 20) }),
  'POST /performers/welcome-video/upload': async (stage) =>
    uploading(stage, '/performers/welcome-video/upload', { bytes: makeMp4() }),
  'POST /files/part': async (stage) => {
    const bytes = makeMp4()
    const whole = { fileId: v7(), purpose: 'welcome-video', offset: '0', total: String(bytes.length) }
    return uploading(stage, '/files/part', { ...whole, bytes })
  },
}

/** `bytes`: of the file; the rest are fields beside it. */
function uploading(
  { server, creator }: Stage,
  path: string,
  { bytes, ...fields }: { bytes: Buffer; [field: string]: string | Buffer },
): () => Tried {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value))
  body.append('file', new File([new Uint8Array(bytes)], 'file'))
  return rest(server, creator, [`POST ${path}` as 'POST /', body])
}

export function asked({ id: performerId }: Person) {
  return { _id: v7(), performerId, minutes: 10, cap: 600, rateSeen: 60 }
}

export async function accepting({ server, creator, fan }: Stage): Promise<() => Tried> {
  const request = asked(creator)
  const answer = await event(server, fan, ['show:request', request])()
  if (answer !== 'done') throw new Error(answer)
  return event(server, creator, ['show:accept', { requestId: request._id }])
}

export const talking: Readonly<Record<string, Try>> = {
  'message.send': async ({ server, creator, fan }) => {
    const conversationId = await converse(server, fan, creator)
    return sent(server, creator, ['message.send', { _id: v7(), conversationId, text: 'Hello', fileIds: [] }])
  },
  'message.edit': async ({ server, creator, fan }) => {
    const conversationId = await converse(server, fan, creator)
    const _id = await say(server, creator, { to: conversationId, text: 'Hello' })
    return sent(server, creator, ['message.edit', { _id, conversationId, text: 'Bye' }])
  },
  'POST /messages/conversations/{id}': async ({ server, creator, fan }) =>
    rest(server, creator, [`POST /messages/conversations/${await converse(server, fan, creator)}`, { text: 'Hello' }]),
  'POST /wallet/charges/tip/{id}': async ({ server, creator, fan }) =>
    rest(server, fan, [`POST /wallet/charges/tip/${creator.id}`, { _id: v7(), tokens: 10, message: 'Call me' }]),
  'POST /performer/broadcasts/{id}/send': async (stage) => sending(stage, 0),
  'PUT /performer/welcomes/{trigger}': async ({ server, creator }) =>
    rest(server, creator, ['PUT /performer/welcomes/follow', { text: 'Hello', fileIds: [], price: 0, isOn: true }]),
  'follow.set': async (stage) => {
    const follow = { performerId: stage.creator.id, following: true }
    return greeting(stage, sent(stage.server, stage.fan, ['follow.set', follow]))
  },
  'POST /follows/{id}': async (stage) =>
    greeting(stage, rest(stage.server, stage.fan, [`POST /follows/${stage.creator.id}`])),
}

export async function sending({ server, creator, fan }: Stage, price: number): Promise<() => Tried> {
  const _id = v7()
  await rest(server, fan, [`POST /follows/${creator.id}`])()
  const changes = { text: 'Hello, all', price, include: [{ kind: 'followers' as const }] }
  const args = { _id, changes, editedAt: new Date().toISOString() } as unknown as ArgsOf<'broadcast.save'>
  await sent(server, creator, ['broadcast.save', args])()
  const { body } = await call(server, `GET /performer/broadcasts/${_id}`, { token: creator.token })
  return rest(server, creator, [`POST /performer/broadcasts/${_id}/send`, { version: body['version'], count: 1 }])
}

/** The fan follows as ever, with the word if the creator has greeted. */
async function greeting({ server, creator }: Stage, follow: () => Tried): Promise<() => Tried> {
  const welcome = { trigger: 'follow' as const, text: 'Hello', fileIds: [], price: 0, isOn: true }
  await transact(server.app, creator.actor, (tx) => setWelcome(tx, welcome))
  return async () => {
    const done = await follow()
    const sql = 'select from message where sender_id = ?'
    const greetings = await server.app.orm.em.fork().execute<object[]>(sql, [creator.id])
    return greetings.length > 0 ? done : `${done}, not greeted`
  }
}
