import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'

const TIMEOUT_MS = 5_000

const Answer = v.object({ success: v.boolean(), 'error-codes': v.optional(v.array(v.string()), []) })

type Shown = { token: string | undefined; ip: string }

/**
 * Refuses somebody who has not shown that they are a person, by the token of Google's reCAPTCHA; asks for nothing where the
 * site has no such check. A token serves once. While the check gives no answer, nobody is let through.
 */
export async function requirePerson(app: App, { token, ip }: Shown): Promise<void> {
  const { enableGoogleReCaptcha: isOn, googleReCaptchaSecretKey: secret } = await app.settings.read()
  if (!isOn) return
  if (!token) throw notShown()
  const answer = await ask(app, { secret, response: token, remoteip: ip })
  const codes = answer['error-codes']
  if (codes.some((code) => code.endsWith('-input-secret'))) {
    app.log.error({ codes }, 'the secret key of reCAPTCHA is not right')
    throw unreachable()
  }
  if (!answer.success) throw notShown()
}

async function ask({ config, log }: App, fields: Record<string, string>): Promise<v.InferOutput<typeof Answer>> {
  try {
    const response = await fetch(`${config.captchaUrl}/api/siteverify`, {
      ...{ method: 'POST', body: new URLSearchParams(fields), signal: AbortSignal.timeout(TIMEOUT_MS) },
    })
    if (!response.ok) throw new Error(`reCAPTCHA answered ${response.status}`)
    return v.parse(Answer, await response.json())
  } catch (error) {
    log.warn({ err: error }, 'reCAPTCHA gives no answer')
    throw unreachable()
  }
}

function notShown(): Refusal {
  const message = 'Confirm that you are a person.'
  return new Refusal('invalid', message, [{ path: 'captchaToken', message }])
}

function unreachable(): Refusal {
  return new Refusal('unavailable', 'The check that you are a person gives no answer. Please try again in a moment.')
}
