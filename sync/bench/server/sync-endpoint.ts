import * as v from 'valibot'
import { expandCursor } from '../../engine/core/compact-cursor.ts'
import type { Outcome } from '../../engine/protocol/outcome.ts'
import { SyncRequest } from '../../engine/protocol/sync-request.ts'
import type { WireMutation } from '../../engine/protocol/sync-request.ts'
import type { SpacePatch, SyncResponse } from '../../engine/protocol/sync-response.ts'
import { EditArgs, SendArgs, spaceOf } from '../engines/ours-model.ts'
import { ROWS_PER_ANSWER } from './rows.ts'
import type { Rows } from './rows.ts'

const EPOCH = '01900000-0000-7000-8000-0000000000ee'

/** `POST /api/sync` over the benchmark's rows: all of them are one user's. */
export function answerSync(rows: Rows, body: unknown): SyncResponse {
  const request = v.parse(SyncRequest, body)
  const outcomes = rows.holdsBack ? [] : request.mutations.map((mutation) => apply(rows, mutation))
  const server = { epoch: EPOCH, run: 1, gone: [] }
  const cursor = cursorOf(rows, request)
  if (!cursor) return { ...server, outcomes: [], spaces: [], more: true, unclear: true }
  return { ...server, outcomes, ...pull(rows, request.epoch === EPOCH ? cursor : {}) }
}

function cursorOf(rows: Rows, { cursor, compact }: SyncRequest): Record<string, number> | null {
  return compact
    ? expandCursor(
        compact,
        new Map([...rows.conversations].map(([conversationId, version]) => [spaceOf({ conversationId }), version])),
      )
    : cursor
}

function apply(rows: Rows, { id, name, args }: WireMutation): Outcome {
  if (name === 'message.send') rows.accept(v.parse(SendArgs, args))
  else {
    const { _id, text } = v.parse(EditArgs, args)
    const message = rows.find(_id)
    if (message) rows.accept({ ...message, text })
  }
  return { id, status: 'applied' }
}

/** Whole spaces, up to the size of an answer. */
function pull(rows: Rows, cursor: Record<string, number>): Pick<SyncResponse, 'spaces' | 'more'> {
  const patches = new Map<string, SpacePatch>()
  for (const { row, ofConversation: version } of rows.since(0)) {
    const space = spaceOf(row)
    const held = cursor[space]
    if (held !== undefined && version <= held) continue
    const patch = patches.get(space) ?? { space, version, reset: held === undefined, rows: [] }
    patch.version = version
    patch.rows.push({ collection: 'messages', id: row._id, value: row })
    patches.set(space, patch)
  }
  const spaces: SpacePatch[] = []
  let size = 0
  for (const patch of patches.values()) {
    if (size > 0 && size + patch.rows.length > ROWS_PER_ANSWER) return { spaces, more: true }
    spaces.push(patch)
    size += patch.rows.length
  }
  return { spaces, more: false }
}
