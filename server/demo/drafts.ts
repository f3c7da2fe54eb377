import type { App } from '../app.ts'
import { saveDraft } from '../domains/content/drafts/commands.ts'
import type { SaveDraft } from '../domains/content/drafts/commands.ts'
import { PostDraft } from '../domains/content/drafts/entity.ts'
import type { User } from '../domains/people/accounts/entity.ts'
import { transact } from '../infra/database/transaction.ts'
import { actingAs, must } from './find-demo-rows.ts'

const BEFORE = 'Open rehearsal on Friday. Doors open at seven. Bring a friend.'

/** The edits of a draft, one after another: two from the same beginning are what two devices wrote. */
const drafts: readonly { _id: string; creator: string; edits: readonly Omit<SaveDraft, '_id'>[] }[] = [
  {
    _id: '01930000-0000-7000-8000-000000000001',
    creator: 'creator1',
    edits: [
      {
        base: {},
        changes: {
          text: 'Which print shall I make next? The harbour is nearly done, the dunes want another week.',
          poll: { question: 'Which one first?', options: ['The harbour', 'The dunes', 'Surprise me'] },
        },
      },
    ],
  },
  {
    _id: '01930000-0000-7000-8000-000000000002',
    creator: 'creator1',
    edits: [
      { base: {}, changes: { text: BEFORE, access: 'paid', price: 25 } },
      { base: { text: BEFORE }, changes: { text: BEFORE.replace('seven', 'half past seven') } },
      { base: { text: BEFORE }, changes: { text: BEFORE.replace('seven', 'eight') } },
    ],
  },
  {
    _id: '01930000-0000-7000-8000-000000000003',
    creator: 'creator2',
    edits: [{ base: {}, changes: { text: 'Notes from the road, part one. It rained all the way to the coast.' } }],
  },
]

/** Drafts to go on with; in one of them both versions of a sentence wait for a decision. */
export async function seedDrafts(app: App, accounts: ReadonlyMap<string, User>): Promise<void> {
  for (const { _id, creator, edits } of drafts) {
    if ((await app.orm.em.fork().count(PostDraft, { id: _id })) > 0) continue
    await transact(app, actingAs(must(accounts.get(creator))), async (tx) => {
      for (const edit of edits) await saveDraft(tx, { _id, ...edit })
    })
  }
}
