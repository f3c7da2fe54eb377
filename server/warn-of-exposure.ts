import type { App } from './app.ts'
import { hasDemoAccounts } from './domains/people/accounts/queries.ts'

/** Warns at the start of demo accounts, test payments and a mailbox that other machines reach, or tells how to have them. */
export async function warnOfExposure({ config, log, orm }: Pick<App, 'config' | 'log' | 'orm'>): Promise<void> {
  if (!config.isExposed) return
  const { host, publicUrl, mailbox, environment, payments, smtpUrl } = config
  if (environment === 'production' && smtpUrl === null)
    log.warn({ publicUrl }, 'no mail is sent, since SMTP_URL is off: nobody confirms an address or resets a password')
  if (await hasDemoAccounts(orm.em.fork()))
    log.warn({ host, publicUrl }, 'other machines reach the demo accounts, whose password is published')
  if (payments.provider === 'sandbox')
    log.warn({ host, publicUrl }, 'other machines reach the test payments, which give tokens for nothing')
  if (mailbox === 'on')
    log.warn({ host, publicUrl }, 'other machines reach /mailbox, which shows all mail and its links')
  else if (environment !== 'production')
    log.warn(
      { host, publicUrl },
      'other machines reach this server: no demo data unless SEED=demo, no test payments unless PAYMENTS=sandbox, no /mailbox unless MAILBOX=on and by http',
    )
}
