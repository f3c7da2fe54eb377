import type { Page } from 'playwright/test'
import { logIn, openConversation, send } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('two tabs share a draft: neither overwrites the other, and what one has sent leaves both', async ({ newPage }) => {
  const first = await newPage()
  await logIn(first, 'fan1')
  const conversation = await openConversation(first, 'Teo Almeida')
  const second = await first.context().newPage()
  await openConversation(second, 'Teo Almeida')

  await box(first).fill('Shared draft')
  await expect(box(second)).toHaveValue('Shared draft')
  await box(second).press('End')
  await box(second).pressSequentially(' and two')
  await expect(box(first)).toHaveValue('Shared draft and two')
  for (const _ of ' and two') await box(second).press('Backspace')
  await expect(box(first)).toHaveValue('Shared draft')
  await second.close()
  await first.reload()
  await expect(box(first)).toHaveValue('Shared draft')

  const third = await first.context().newPage()
  await openConversation(third, 'Teo Almeida')
  await expect(box(third)).toHaveValue('Shared draft')
  await send(third, 'Shared draft')
  await expect(box(first)).toHaveValue('')

  // Neither tab hears of the other's words before both are typed.
  const release = await holdDraft(first, conversation)
  await Promise.all([box(first).fill('here'), box(third).fill('there')])
  await release()
  for (const page of [first, third]) {
    await expect(box(page)).toHaveValue(/^(here\nthere|there\nhere)$/)
  }
})

/** Holds the lock under which tabs store the draft of a conversation; the answer releases it. */
async function holdDraft(page: Page, conversation: string): Promise<() => Promise<void>> {
  await page.evaluate(
    (name) =>
      new Promise<void>((held) => {
        const until = new Promise((release) => addEventListener('test:release', release, { once: true }))
        void navigator.locks.request(name, () => {
          held()
          return until
        })
      }),
    `vesper-draft:message:${conversation}`,
  )
  return () => page.evaluate(() => void dispatchEvent(new Event('test:release')))
}
