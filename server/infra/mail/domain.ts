import { domain, notSynced } from '../domain.ts'
import { Mail } from './entity.ts'
import { deliverMail, removeOldMail } from './mailer.ts'

/** Mail that transactions write. */
export const mail = domain({
  name: 'mail',
  entities: [notSynced(Mail)],
  jobs: [deliverMail, removeOldMail],
})
