import * as v from 'valibot'

/** The body of every error answer. `message` is fit for the user; `details` names fields. */
export const ErrorBody = v.object({
  statusCode: v.number(),
  message: v.string(),
  error: v.string(),
  details: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
})

export type ErrorBody = v.InferOutput<typeof ErrorBody>
