import { GatewayError } from './gateway-error.ts'
import type { Store } from './store.ts'

type Call = { key: string; method: string; url: string; body: string }
type Known = { request: string; status: number | null; body: unknown }

/** An answer as it goes out. `isReplayed`: the first call under its key has got it before. */
export type Answered = { status: number; body: unknown; isReplayed: boolean }

const ACCIDENT = { error: { type: 'api_error', message: 'An unexpected error occurred.' } }

/**
 * Answers a call under its key once: the same call again gets the same answer, refusals and accidents included. Other parameters
 * under the key are refused, and so is the call while the first is under way, as Stripe does.
 */
export async function answerOnce({ connection }: Store, call: Call, answer: () => Promise<unknown>): Promise<Answered> {
  const request = `${call.method} ${call.url}\n${call.body}`
  const { rowCount } = await connection.query(
    'insert into sandbox_gateway.call (key, request) values ($1, $2) on conflict do nothing',
    [call.key, request],
  )
  if (rowCount === 0) return repeated(await known(connection, call.key), request)
  const answered = await answer().then((body) => ({ status: 200, body }), refusalOf)
  await finish(connection, call.key, answered)
  return { ...answered, isReplayed: false }
}

/** The answer to a call that is refused, or fails by accident. */
export function refusalOf(error: unknown): { status: number; body: unknown } {
  return error instanceof GatewayError ? { status: error.status, body: error.body } : { status: 500, body: ACCIDENT }
}

async function known(connection: Store['connection'], key: string): Promise<Known | undefined> {
  const { rows } = await connection.query<Known>(
    'select request, status, body from sandbox_gateway.call where key = $1',
    [key],
  )
  return rows[0]
}

function repeated(call: Known | undefined, request: string): Answered {
  if (call?.request !== request) {
    throw new GatewayError(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    })
  }
  if (call.status === null) {
    throw new GatewayError(409, {
      ...{ type: 'invalid_request_error', code: 'idempotency_key_in_use' },
      message: 'There is currently another in-progress request using this Idempotent Key.',
    })
  }
  return { status: call.status, body: call.body, isReplayed: true }
}

async function finish(
  connection: Store['connection'],
  key: string,
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  await connection.query('update sandbox_gateway.call set status = $2, body = $3 where key = $1', [
    key,
    status,
    JSON.stringify(body),
  ])
}
