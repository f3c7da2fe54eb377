import { expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { addKeyword, mayCount } from './keywords.ts'

test('words that look personal are not counted, and of one account a hundred a day are', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  try {
    const { token } = await makePerson(limited, 'searches')
    const say = (keyword: string) => call(limited, 'POST /search/keywords', { body: { keyword }, token })
    for (const keyword of ['example.com', 'www.page', '070-123 45 67', '12345', 'anna 1990 12']) {
      expect([keyword, (await say(keyword)).status]).toEqual([keyword, 200])
    }
    const count = async () => (await limited.app.orm.em.fork().execute('select 1 from search_keyword')).length
    expect(await count()).toBe(0)
    expect((await say('route 1990')).status).toBe(200)
    expect(await count()).toBe(1)
    for (let n = 0; n < 120; n += 1) {
      const told = { keyword: `word ${n}`, searcher: 'somebody' }
      if (await mayCount(limited.app, told)) await transact(limited.app, null, (tx) => addKeyword(tx, told))
    }
    expect(await count()).toBe(101)
  } finally {
    await limited.stop()
  }
})
