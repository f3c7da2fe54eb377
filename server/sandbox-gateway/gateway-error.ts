type ErrorBody = {
  type: string
  message: string
  code?: string
  param?: string
  decline_code?: string
  /** The tried payment of a refused card. */
  payment_intent?: object
}

/** A refusal in the words of Stripe's API, which the SDK turns into an error of its class. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly status: number
  readonly body: { error: ErrorBody }

  constructor(status: number, error: ErrorBody) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

export function invalidRequest(message: string, { param, code }: { param?: string; code?: string } = {}): GatewayError {
  return new GatewayError(400, {
    ...{ type: 'invalid_request_error', message },
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  })
}

export function unknownObject(kind: string, id: string): GatewayError {
  const code = 'resource_missing'
  return new GatewayError(404, {
    type: 'invalid_request_error',
    code,
    param: 'id',
    message: `No such ${kind}: '${id}'`,
  })
}

/** A parameter names an object that does not exist. */
export function unknownParameter(param: string, kind: string, id: string): GatewayError {
  return invalidRequest(`No such ${kind}: '${id}'`, { param, code: 'resource_missing' })
}

export type Parameters = { [name: string]: string | Parameters | (string | Parameters)[] }

/** Reads a form-encoded body with Stripe's brackets: `a[b]=1&list[0][c]=2`. */
export function readParameters(body: string): Parameters {
  const root: Parameters = Object.create(null) as Parameters
  for (const [key, value] of new URLSearchParams(body)) {
    const path = [key.replace(/\[.*$/, ''), ...[...key.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)]
    put(root, path, value)
  }
  return listsOf(root) as Parameters
}

function put(into: Parameters, [head = '', ...rest]: string[], value: string): void {
  if (head === '__proto__')
    throw invalidRequest('Received unknown parameter', { param: head, code: 'parameter_unknown' })
  if (rest.length === 0) {
    into[head] = value
    return
  }
  const next = (into[head] ??= Object.create(null) as Parameters)
  if (typeof next === 'string' || Array.isArray(next)) throw invalidRequest('Invalid object', { param: head })
  put(next, rest, value)
}

/** Objects whose names are 0, 1, 2 … are lists. */
function listsOf(value: string | Parameters | (string | Parameters)[]): string | Parameters | (string | Parameters)[] {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, one]) => [key, listsOf(one)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  if (isList) return entries.map(([, one]) => one as string | Parameters)
  return Object.fromEntries<Parameters[string]>(entries)
}
