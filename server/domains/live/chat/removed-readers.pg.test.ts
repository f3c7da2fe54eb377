import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { removeReaders } from '../streams/remove-readers.ts'
import { seat } from '../streams/testing/seat.ts'
import { changeStream, enter, hear, join, makeStream, send, until } from './testing/chat.ts'
import { test } from './testing/stage.ts'

test('a blocked fan who reads a chat without the picture hears no further line, and others do', async ({
  server,
  stream,
  fan,
  creator,
  socketOf,
}) => {
  const other = await makePerson(server, 'reads_on')
  const [blocked, reader, writer] = [await socketOf(fan), await socketOf(other), await socketOf(creator)]
  for (const client of [blocked, reader, writer]) await enter(client, stream.id)
  const [batches, removed, others] = [
    hear(blocked, 'chat:batch'),
    hear(blocked, 'stream:removed'),
    hear(reader, 'chat:batch'),
  ]
  await removeReaders(server.app)
  await transact(server.app, null, (tx) =>
    tx.em.execute('insert into block (performer_id, user_id, created_at) values (?, ?, now())', [creator.id, fan.id]),
  )
  // The service of streams looks every two seconds.
  await until(() => removed.length > 0)
  expect(removed).toEqual([{ streamId: stream.id, reason: 'hidden' }])
  await send(writer, stream.id)
  await until(() => others.length === 1)
  await join(blocked, v7())
  expect(batches).toEqual([])
})

test('the seat of a show opens its chat no longer than it lasts, and a stream that is over stays open', async ({
  server,
  stream,
  fan,
  creator,
  socketOf,
}) => {
  const show = await makeStream(server, creator, { kind: 'private' })
  const taken = await seat(server, { fan, creator, stream: show })
  const client = await socketOf(fan)
  for (const { id } of [stream, show]) await enter(client, id)
  const removed = hear(client, 'stream:removed')
  await changeStream(server, stream.id, { status: 'ended' })
  await removeReaders(server.app)
  await taken.become('ended')
  await removeReaders(server.app)
  await until(() => removed.length > 0)
  expect(removed).toEqual([{ streamId: show.id, reason: 'hidden' }])
})
