import { GatewayError } from './gateway-error.ts'
import type { Store } from './store.ts'

type Call = { key: string; method: string; url: string; body: string }
type Known = { request: string; status: number | null; body: unknown }

/**
 * Answers a call under its key once: the same call again gets the same answer, refusals included. Other parameters under
 * the key are refused, and so is the call while the first is under way, as Stripe does.
 */
export async function answerOnce({ connection }: Store, call: Call, answer: () => Promise<unknown>): Promise<unknown> {
  const request = `${call.method} ${call.url}\n${call.body}`
  const { rowCount } = await connection.query(
    'insert into sandbox_gateway.call (key, request) values ($1, $2) on conflict do nothing',
    [call.key, request],
  )
  if (rowCount === 0) return repeated(await known(connection, call.key), request)
  try {
    const body = await answer()
    await finish(connection, call.key, { status: 200, body })
    return body
  } catch (error) {
    if (error instanceof GatewayError) await finish(connection, call.key, { status: error.status, body: error.body })
    // A call that fails by accident may be tried again under its key.
    else await connection.query('delete from sandbox_gateway.call where key = $1', [call.key])
    throw error
  }
}

async function known(connection: Store['connection'], key: string): Promise<Known | undefined> {
  const { rows } = await connection.query<Known>(
    'select request, status, body from sandbox_gateway.call where key = $1',
    [key],
  )
  return rows[0]
}

function repeated(call: Known | undefined, request: string): unknown {
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
  if (call.status !== 200) throw new GatewayError(call.status, (call.body as GatewayError['body']).error)
  return call.body
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
