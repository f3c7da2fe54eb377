import { expectKeptThroughKills } from '../fixtures/kept-through-kills.ts'
import { test } from '../fixtures/test.ts'

test('a message that shows as waiting outlives a killed browser, twenty times of twenty', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(360_000)
  await expectKeptThroughKills({ ownServer, newDevice }, 20)
})
