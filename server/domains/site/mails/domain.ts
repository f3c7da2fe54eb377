import { domain, notSynced } from '../../../infra/domain.ts'
import { deskMailRoutes } from './desk/routes.ts'
import { MailTemplate } from './entity.ts'
import { wordMails } from './word-mails.ts'

/** The words of mails, which the operator may change. */
export const mails = domain({
  name: 'mails',
  entities: [notSynced(MailTemplate)],
  reads: ['preferences', 'user'],
  routes: deskMailRoutes,
  mailWords: wordMails,
})
