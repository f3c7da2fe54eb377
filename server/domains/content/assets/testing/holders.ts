import { writeFile } from 'node:fs/promises'
import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { File } from '../../../../infra/files/entity.ts'
import { newFile } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { deleteMessage, sendMessage } from '../../../talk/messages/commands.ts'
import { hideMessage } from '../../../talk/messages/hide-message.ts'
import { discardDraft, saveDraft } from '../../drafts/commands.ts'
import { PostDraft } from '../../drafts/entity.ts'
import { publishPost, removePost, updatePost } from '../../posts/commands.ts'
import { hidePost } from '../../posts/hide-post.ts'
import { hideAsset } from '../hide-asset.ts'
import { addPhoto } from '../photos.ts'
import { removeAsset } from '../remove-asset.ts'

type Access = 'public' | 'followers' | 'subscribers' | 'paid'
type End = 'archived' | 'hidden' | 'removed'

/** Something that holds files; `end` brings it to its last state. */
export type MadeHolder = { id: string; kind: 'feed' | 'photo' | 'message' | 'draft'; end: () => Promise<void> }

/** A photo of an account with the bytes of an original and a thumbnail; answers its id. */
export async function storedPhoto({ app }: Pick<TestServer, 'app'>, ownerId: string): Promise<string> {
  const file = newFile(ownerId)
  for (const rendition of ['original', 'thumbnail'] as const) {
    const path = app.storage.workPath()
    await writeFile(path, `${rendition} of ${file.id}`)
    await app.storage.put(file.id, rendition, path)
  }
  await transact(app, null, async ({ em }) => void em.create(File, file))
  return file.id
}

/** Makes things of one creator that hold files; messages go to one conversation. */
export class Holders {
  private readonly server: Pick<TestServer, 'app'>
  private readonly author: Person
  private readonly conversationId: string

  constructor(server: Pick<TestServer, 'app'>, author: Person, conversationId: string) {
    this.server = server
    this.author = author
    this.conversationId = conversationId
  }

  async post(fileIds: readonly string[], access: Access, end?: End): Promise<MadeHolder> {
    const _id = v7()
    const price = access === 'paid' ? 5 : 0
    const post = { _id, text: 'A post.', access, price, scheduledAt: null, poll: null, fileIds: [...fileIds] }
    await this.run((tx) => publishPost(tx, post))
    const ends = {
      archived: (tx: Tx) => updatePost(tx, { _id, changes: { archived: true } }),
      hidden: (tx: Tx) => hidePost(tx, _id, true),
      removed: (tx: Tx) => removePost(tx, { _id }),
    }
    return { id: _id, kind: 'feed', end: () => this.finish(end && ends[end]) }
  }

  /** A photo that stands alone has one file: each file is a photo of its own. The first one is named. */
  async photo(fileIds: readonly string[], access: Access, end?: Exclude<End, 'archived'>): Promise<MadeHolder[]> {
    const changes = { access, ...(access === 'paid' && { price: 5 }) }
    const made: MadeHolder[] = []
    for (const fileId of fileIds) {
      const _id = v7()
      await this.run((tx) => addPhoto(tx, { _id, fileId, changes }))
      const ends = {
        hidden: (tx: Tx) => hideAsset(tx, { kind: 'photo', id: _id }, true),
        removed: (tx: Tx) => removeAsset(tx, { _id }),
      }
      made.push({ id: _id, kind: 'photo', end: () => this.finish(end && ends[end]) })
    }
    return made
  }

  async message(fileIds: readonly string[], price?: number, end?: Exclude<End, 'archived'>): Promise<MadeHolder> {
    const _id = v7()
    const { conversationId } = this
    await this.run((tx) => sendMessage(tx, { _id, conversationId, text: '', fileIds, price }))
    const ends = {
      hidden: (tx: Tx) => hideMessage(tx, _id, true),
      removed: (tx: Tx) => deleteMessage(tx, { _id }),
    }
    return { id: _id, kind: 'message', end: () => this.finish(end && ends[end]) }
  }

  async draft(fileIds: readonly string[], end?: 'removed'): Promise<MadeHolder> {
    const _id = v7()
    await this.run((tx) => saveDraft(tx, { _id, base: {}, changes: { fileIds: [...fileIds] } }))
    return { id: _id, kind: 'draft', end: () => this.finish(end && ((tx) => discardDraft(tx, { _id }))) }
  }

  /** Gives a draft these files, in the place of those that it has. */
  async redraft({ id: _id }: MadeHolder, fileIds: readonly string[]): Promise<void> {
    const held = await this.server.app.orm.em.fork().findOneOrFail(PostDraft, { id: _id })
    const base = { fileIds: held.content.fileIds }
    await this.run((tx) => saveDraft(tx, { _id, base, changes: { fileIds: [...fileIds] } }))
  }

  /** Removes a thing as its creator would. */
  async remove({ id: _id, kind }: MadeHolder): Promise<void> {
    const removals = { feed: removePost, photo: removeAsset, message: deleteMessage, draft: discardDraft }
    await this.run((tx) => removals[kind](tx, { _id }))
  }

  private run<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return transact(this.server.app, this.author.actor, work)
  }

  private async finish(work: ((tx: Tx) => Promise<unknown>) | undefined): Promise<void> {
    if (work) await this.run(work)
  }
}
