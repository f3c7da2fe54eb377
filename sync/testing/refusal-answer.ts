import type { ErrorBody } from '../engine/protocol/error-body.ts'

/** How the server says no; with any other body it is somebody on the way who does. */
export function refusalAnswer(status: number, message = 'No.'): { status: number; body: ErrorBody } {
  return { status, body: { statusCode: status, message, error: 'No' } }
}
