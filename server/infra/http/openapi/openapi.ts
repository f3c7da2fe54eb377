import { ErrorBody } from '@vesper/sync/engine/protocol/error-body.ts'
import { SHARED_ADDRESS } from '../limits/rate-limits.ts'
import type { Limit, Route, Who } from '../route.ts'
import { jsonSchema, parameters, requestBody } from './openapi-schema.ts'
import type { JsonSchema, Parameter, RequestBody } from './openapi-schema.ts'

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: RequestBody
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: JsonSchema }> } | { $ref: string }
  >
  security: Record<string, string[]>[]
}

export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

const errors: Record<string, [name: string, description: string]> = {
  '400': ['Invalid', 'The request is not valid; `details` names the fields.'],
  '401': ['Unauthenticated', 'No token, or one that no longer holds.'],
  '403': ['Forbidden', 'The account may not do this.'],
  '404': ['NotFound', 'It does not exist, as far as the caller may know.'],
  '413': ['TooLarge', 'The body is larger than allowed.'],
  '415': ['Unsupported', 'The content type or encoding is not one that this call takes.'],
  '429': ['RateLimited', 'Too many calls; `Retry-After` says how many seconds to wait.'],
  default: ['Failed', 'Any other refusal or fault, in the same format.'],
}

/** The OpenAPI 3.1 document of the routes, from the very schemas that validate them. */
export function openApi(routes: readonly Route[]): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vesper API',
      version: '1',
      description:
        'Lists answer `{data, total}`; errors answer `{statusCode, message, error, details?}` with a message fit for ' +
        'the user. Every answer carries `x-request-id`. The calls under "Sync" are the local-first engine’s own.',
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorBody) },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `token` of the answer to `POST /auth/login`.',
        },
      },
      responses: Object.fromEntries(
        Object.values(errors).map(([name, description]) => [
          name,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        ]),
      ),
    },
  }
}

function operation(route: Route): Operation {
  const body = requestBody(route)
  return {
    operationId: [route.method.toLowerCase(), ...route.path.split(/[^\w]+/).filter(Boolean)].join('_'),
    tags: [route.tag],
    summary: route.summary,
    description: [callers[route.who], ...(route.limits ?? []).map(describeLimit)].join(' '),
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(body ? { requestBody: body } : {}),
    responses: {
      [String(route.status ?? 200)]: {
        description: 'Done.',
        content: { 'application/json': { schema: jsonSchema(route.answer) } },
      },
      ...Object.fromEntries(
        errorsOf(route).map((status) => [status, { $ref: `#/components/responses/${errors[status]?.[0]}` }]),
      ),
    },
    security: route.who === 'any' ? [{}, { token: [] }] : [{ token: [] }],
  }
}

const callers = {
  any: 'Anyone; a token may widen the answer.',
  user: 'Any signed-in account.',
  performer: 'Creators only.',
  owner: 'The owner alone.',
  staff: 'Staff with the permission alone.',
} satisfies Record<Who, string>

export function describeLimit({ points, seconds, by }: Limit): string {
  const span =
    seconds % 3600 === 0 ? `${seconds / 3600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
  if (by === 'ip') return `At most ${points} calls in ${span} per address.`
  return `At most ${points} calls in ${span} per account; without a token ${points * SHARED_ADDRESS} per address.`
}

function errorsOf(route: Route): string[] {
  const takesBody = Boolean(route.body ?? route.files)
  const takesInput = Boolean(takesBody || route.params || route.query)
  const possible: [string, boolean][] = [
    ['400', takesInput],
    ['401', route.who !== 'any'],
    ['403', route.who === 'performer'],
    ['404', Boolean(route.params)],
    ['413', takesBody],
    ['415', takesBody],
    ['429', Boolean(route.limits?.length)],
    ['default', true],
  ]
  return possible.filter(([, applies]) => applies).map(([status]) => status)
}
