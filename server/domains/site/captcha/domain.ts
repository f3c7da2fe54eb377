import { VerifyCaptcha } from '@vesper/sync/vesper/api/captcha.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { domain } from '../../../infra/domain.ts'
import { route } from '../../../infra/http/route.ts'
import { requirePerson } from './require-person.ts'

/** The check that somebody is a person. */
export const captcha = domain({
  name: 'captcha',
  routes: [
    route({
      method: 'POST',
      path: '/re-captcha/verify',
      who: 'any',
      staysOpen: true,
      limits: [{ points: 30, seconds: 60, by: 'ip' }],
      tag: 'Settings',
      summary: 'Whether a token of reCAPTCHA shows a person',
      body: VerifyCaptcha,
      answer: Done,
      async handle({ app, body, ip }) {
        await requirePerson(app, { token: body.token, ip })
        return { success: true as const }
      },
    }),
  ],
})
