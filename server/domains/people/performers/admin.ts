import { resolve } from 'node:path'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands } from '../../../admin.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { oneLine } from '../../../infra/one-line.ts'
import { joinAccount } from '../accounts/account-sql.ts'
import { exportDocument } from './documents/export-document.ts'
import { approveCreator, rejectCreator } from './review/approve-creator.ts'

const documentKinds = ['idFront', 'idBack', 'selfie'] as const

type Waiting = {
  username: string
  name: string
  country: string
  createdAt: string
  isConfirmed: boolean
  documents: number
}

export const admin: AdminCommands = {
  reviews: {
    summary: 'Lists the creators who wait for a review, the oldest first',
    async run({ app, print }) {
      const creators = await app.orm.em.fork().execute<Waiting[]>(
        `select coalesce(u.username, u.id::text) as username, u.name, p.country,
           to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "createdAt",
           u.email_verified_at is not null as "isConfirmed",
           (select count(*)::int from performer_document d where d.user_id = p.user_id) as documents
         from performer p ${joinAccount('u', 'p.user_id')}
         where p.verification = 'submitted' and u.status = 'active' order by p.created_at, p.user_id`,
      )
      for (const { username, name, country, createdAt, isConfirmed, documents } of creators) {
        const email = isConfirmed ? 'email confirmed' : 'email not confirmed'
        print(`${createdAt}  ${username}  ${oneLine(name)}, ${country}, ${email}, ${documents} documents`)
      }
      print(creators.length === 1 ? '1 creator waits' : `${creators.length} creators wait`)
    },
  },
  document: {
    summary: 'Writes an identity document into a file: document <username> idFront|idBack|selfie --out <file>',
    async run({ app, args, print }) {
      const [username, kind, option, out] = args
      const known = documentKinds.find((one) => one === kind)
      if (username === undefined || !known || option !== '--out' || out === undefined || args.length > 4) {
        throw new Refusal(
          'invalid',
          `Name a creator, a document and a new file: document <username> idFront --out <file>`,
        )
      }
      // npm runs this in the workspace's folder; the path is meant from where npm was called.
      const path = resolve(process.env['INIT_CWD'] ?? '.', out)
      await exportDocument(app, { username, kind: known, path })
      print(`${path} holds the document. Delete it once you have looked at it.`)
    },
  },
  approve: {
    summary: 'Opens a creator’s account to fans: approve <username>',
    async run({ app, args, print }) {
      const [username] = args
      if (username === undefined || args.length > 1)
        throw new Refusal('invalid', 'Name one creator: approve <username>')
      await transact(app, null, async (tx) => {
        audit(tx, { action: 'creator.approve', subjectId: await approveCreator(tx, username) })
      })
      print(`${username} is approved`)
    },
  },
  reject: {
    summary: 'Closes a creator’s account to fans: reject <username> [idFront|idBack|selfie] <reason>',
    async run({ app, args, print }) {
      const [username, ...words] = args
      const kind = documentKinds.find((known) => known === words[0])
      const reason = words.slice(kind ? 1 : 0).join(' ')
      if (username === undefined)
        throw new Refusal('invalid', 'Name one creator: reject <username> [idFront|idBack|selfie] <reason>')
      await transact(app, null, async (tx) => {
        const subjectId = await rejectCreator(tx, username, { reason, ...(kind && { kind }) })
        audit(tx, { action: 'creator.reject', subjectId, after: { kind: kind ?? null }, text: reason })
      })
      print(`${username} is rejected`)
    },
  },
}
