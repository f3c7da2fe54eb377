import type { App } from './context.ts'

/** Logs at the start what other machines may do that was made for trying Vesper out on this one. */
export async function warnOfExposure({ config, log, orm }: Pick<App, 'config' | 'log' | 'orm'>): Promise<void> {
  if (!config.isExposed) return
  const { host, publicUrl, mailbox, environment } = config
  const [demo] = await orm.em.fork().execute<unknown[]>(`select 1 from "user" where email like '%@demo.test' limit 1`)
  if (demo) log.warn({ host, publicUrl }, 'other machines reach the demo accounts, whose password is published')
  if (environment === 'production') return
  if (mailbox === 'on')
    log.warn({ host, publicUrl }, 'other machines reach /mailbox, which shows all mail and its links')
  else
    log.warn(
      { host, publicUrl },
      'other machines reach this server: no demo data unless SEED=demo, no /mailbox unless MAILBOX=on',
    )
}
