import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import {
  DeskMail,
  DeskMailList,
  DeskMailParams,
  DeskMailWordsParams,
  SaveDeskMail,
  SeenMail,
  TestDeskMail,
} from '@vesper/sync/vesper/api/desk-mails.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { restoreMail, saveMail, sendTestMail } from '../commands.ts'
import { deskMail, deskMails } from './desk-mails.ts'
import { requireMayChange } from './require-may-change.ts'

const desk = { who: 'staff', needs: 'site.texts', tag: 'Desk' } as const
const done = { success: true as const }
const TESTS_AN_HOUR = 20

const listRoute = route({
  ...{ method: 'GET', path: '/desk/mails', ...desk },
  summary: 'The mails whose words can be changed',
  answer: DeskMailList,
  async handle({ app, actor }) {
    const data = await deskMails(app.orm.em.fork(), actor)
    return { data, total: data.length }
  },
})

const oneRoute = route({
  ...{ method: 'GET', path: '/desk/mails/{key}', ...desk },
  summary: 'The words of a mail in all languages, with its placeholders',
  params: DeskMailParams,
  answer: DeskMail,
  handle: ({ app, actor, params: { key } }) =>
    deskMail(app.orm.em.fork(), { key, actor, publicUrl: app.config.publicUrl }),
})

const saveRoute = route({
  ...{ method: 'PUT', path: '/desk/mails/{key}/{language}', ...desk },
  summary: 'Change the words of a mail in one language',
  params: DeskMailWordsParams,
  body: SaveDeskMail,
  answer: Done,
  async handle({ app, actor, params: name, body: { version, ...words } }) {
    await requireMayChange(app, actor, name.key)
    await transact(app, actor, (tx) => saveMail(tx, { name, version, words }))
    return done
  },
})

const restoreRoute = route({
  ...{ method: 'POST', path: '/desk/mails/{key}/{language}/restore', ...desk },
  summary: 'Use the default words of a mail again',
  params: DeskMailWordsParams,
  body: SeenMail,
  answer: Done,
  async handle({ app, actor, params: name, body: { version } }) {
    await requireMayChange(app, actor, name.key)
    await transact(app, actor, (tx) => restoreMail(tx, { name, version }))
    return done
  },
})

const testRoute = route({
  ...{ method: 'POST', path: '/desk/mails/{key}/{language}/test', ...desk },
  summary: 'Send words with sample values to the own address',
  limits: [{ points: TESTS_AN_HOUR, seconds: 3600, by: 'account' }],
  params: DeskMailWordsParams,
  body: TestDeskMail,
  answer: Done,
  async handle({ app, actor, params: name, body: { _id, ...words } }) {
    await requireMayChange(app, actor, name.key)
    await transact(app, actor, async (tx) => {
      const [account] = await tx.em.execute<{ email: string | null }[]>(
        'select email from "user" where id = ? and email_verified_at is not null',
        [actor.userId],
      )
      if (account?.email == null) throw new Refusal('conflict', 'Confirm your email address first.')
      await sendTestMail(tx, { id: _id, name, words, to: account.email })
    })
    return done
  },
})

export const deskMailRoutes: Route[] = [listRoute, oneRoute, saveRoute, restoreRoute, testRoute]
