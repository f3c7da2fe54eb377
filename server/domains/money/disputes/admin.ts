import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { AcceptDispute, AnswerDispute, DeskDisputeQuery, evidenceParts } from '@vesper/sync/vesper/api/desk-disputes.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { AdminCommands, AdminInput } from '../../../admin.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { acceptDispute, answerDispute } from './answer-dispute.ts'
import { disputePage } from './dispute-page.ts'
import { Dispute, DisputeDecision } from './entity.ts'
import { sendDecision } from './send-decision.ts'

const USAGE = 'dispute list | answer <id> <text> | accept <id> <reason>'

export const admin: AdminCommands = {
  dispute: {
    summary: `Decides on payments that banks dispute; an answer brings all records: ${USAGE}`,
    async run({ app, args: [action, id, ...words], print }) {
      if (action === 'list' && id === undefined) return list({ app, print })
      const [given, text] = [v.safeParse(uuid, id), words.join(' ').trim()]
      if ((action !== 'answer' && action !== 'accept') || !given.success || text === '')
        throw new Refusal('invalid', `Use: ${USAGE}`)
      const _id = randomUUID()
      const dispute = await app.orm.em.fork().findOne(Dispute, { id: given.output.toLowerCase() })
      const asked = { _id, id: given.output.toLowerCase(), version: dispute?.version ?? 0 }
      await transact(app, null, (tx) =>
        action === 'answer'
          ? answerDispute(tx, {
              ...v.parse(AnswerDispute, { ...asked, text, parts: [...evidenceParts] }),
              id: asked.id,
            })
          : acceptDispute(tx, { ...v.parse(AcceptDispute, { ...asked, reason: text }), id: asked.id }),
      )
      await sendDecision(app, _id)
      const { failure } = await app.orm.em.fork().findOneOrFail(DisputeDecision, { id: _id })
      if (failure != null) throw new Refusal('conflict', failure)
      print(action === 'answer' ? 'The answer was sent. The bank decides.' : 'Accepted. The money stays with the fan.')
    },
  },
}

async function list({ app, print }: Pick<AdminInput, 'app' | 'print'>): Promise<void> {
  const query = v.parse(DeskDisputeQuery, { state: 'open', sortBy: 'dueAt', sort: 'asc', pageSize: '100' })
  const { data, total } = await disputePage(app.orm.em.fork(), query)
  for (const { _id, dueAt, amount, currency, fan, title, reason } of data)
    print(`${dueAt ?? 'no due date'}  ${_id}  ${(amount / 100).toFixed(2)} ${currency} of ${fan}: ${title}, ${reason}`)
  print(total === 1 ? '1 open dispute' : `${total} open disputes`)
}
