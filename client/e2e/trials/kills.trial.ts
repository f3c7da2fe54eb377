import { expectKeptThroughKills } from '../fixtures/kept-through-kills.ts'
import { test } from '../fixtures/test.ts'

test('fifty browsers killed right after a message showed as waiting keep fifty messages', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(600_000)
  await expectKeptThroughKills({ ownServer, newDevice }, 50)
})
