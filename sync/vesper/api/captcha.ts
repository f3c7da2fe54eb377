import * as v from 'valibot'

const NOT_SHOWN = 'Confirm that you are a person.'

/** The answer of the check that somebody is a person; asked for where the site has one. */
export const CaptchaToken = v.optional(v.pipe(v.string(), v.maxLength(4_000, NOT_SHOWN)))

/** `POST /re-captcha/verify`. */
export const VerifyCaptcha = v.object({
  token: v.pipe(v.string(NOT_SHOWN), v.minLength(1, NOT_SHOWN), v.maxLength(4_000, NOT_SHOWN)),
})
