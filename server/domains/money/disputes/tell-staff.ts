import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from '../../people/accounts/entity.ts'
import { holdersOf } from '../../people/staff/roles.ts'
import type { Dispute } from './entity.ts'
import { newDisputeMail } from './mails.ts'
import { partiesOf } from './parties-of.ts'

/** Writes a mail on a new dispute to everybody who may answer it. */
export async function tellStaff(tx: Tx, dispute: Dispute): Promise<void> {
  const { app, em } = tx
  const parties = await partiesOf(em, dispute)
  const holders = (await holdersOf(em, 'disputes.answer')).filter((id) => !parties.includes(id))
  const link = `${app.config.publicUrl}/desk/money?tab=disputes&dispute=${dispute.id}`
  for (const { email, name } of await em.find(User, { id: { $in: holders } }))
    if (email != null) app.mailer.send(tx, newDisputeMail({ email, name }, { ...dispute, link }))
}
