import * as v from 'valibot'

/** The body of every error answer. `message` is fit for the user; `details` names fields. */
export const ErrorBody = v.object({
  statusCode: v.number(),
  message: v.string(),
  error: v.string(),
  details: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
})

export type ErrorBody = v.InferOutput<typeof ErrorBody>

/** The path of the detail of a 403 to an account that is suspended. Its session stays, and so does all that waits. */
export const SUSPENDED_DETAIL = 'suspended'

export function isSuspension({ details = [] }: Pick<ErrorBody, 'details'>): boolean {
  return details.some(({ path }) => path === SUSPENDED_DETAIL)
}
