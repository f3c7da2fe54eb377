import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import { useMemoryEngine } from '../streams/testing/memory-engine.ts'
import { chatOf, connect, enter, hear, send, until } from './testing/chat.ts'
import { test } from './testing/stage.ts'

test('two servers of one database make one order of what is said on both, and everybody has all of it', async ({
  server,
  stream,
  fan,
  onTestFinished,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vesper-test-'))
  const { databaseUrl, jwtSecret } = server.app.config
  const second = await startTestServer({ config: { databaseUrl, jwtSecret, dataDir } })
  useMemoryEngine(second.app)
  onTestFinished(async () => {
    await second.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const servers = [server, second]
  const watching = await Promise.all(servers.map((one) => connect(one, fan)))
  for (const client of watching) await enter(client, stream.id)
  const heard = watching.map((client) => hear(client, 'chat:batch'))
  const people = await Promise.all(Array.from({ length: 8 }, (_, n) => makePerson(server, `both_${n}`)))
  const writers = await Promise.all(people.map((person, n) => connect(servers[n % 2] ?? server, person)))
  const answers = await Promise.all(
    writers.flatMap((client, n) =>
      Array.from({ length: 10 }, (_, m) => send(client, stream.id, { text: `${n} ${m}` })),
    ),
  )
  expect(answers.every(({ ok }) => ok)).toBe(true)
  const { seq, lines } = await chatOf(server, stream.id)
  expect([seq, lines.map((line) => line.seq)]).toEqual([80, Array.from({ length: 80 }, (_, n) => n + 1)])
  await until(() => heard.every((batches) => batches.flatMap(({ messages }) => messages).length === 80))
  for (const batches of heard) {
    const inOrder = batches.flatMap(({ messages }) => messages).toSorted((a, b) => a.seq - b.seq)
    expect(inOrder.map(({ _id }) => _id)).toEqual(lines.map(({ id }) => id))
  }
  for (const client of [...watching, ...writers]) client.disconnect()
})
