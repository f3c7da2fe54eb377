import { expect, test } from 'vitest'
import { textOfChangesets } from './changelog.ts'

test('changesets become a list, without the names of packages', () => {
  const first = '---\n"@vesper/server": minor\n---\n\nLet fans gift a subscription.\n\nA gift ends after a month.\n'
  const second = '---\n"@vesper/client": patch\n"@vesper/sync": patch\n---\n\nShow drafts at once.\n'
  expect(textOfChangesets([first, '---\n---\n', second])).toBe(
    '- Let fans gift a subscription.\n\n  A gift ends after a month.\n- Show drafts at once.',
  )
})
