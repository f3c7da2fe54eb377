import { logIn, messages, openConversation } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('a finger that stays on a message opens its menu, which is still there when the finger has gone', async ({
  newPage,
}) => {
  const page = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await logIn(page, 'fan2')
  await openConversation(page, 'Ines Okafor')
  const words = messages(page).last().locator('p').first()
  // Rows that are still being measured move.
  await words.tap({ trial: true })
  const { x = 0, y = 0 } = (await words.boundingBox()) ?? {}
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x: x + 20, y: y + 12 }])
  await expect(page.getByRole('menuitem', { name: 'Copy text' })).toBeVisible()
  await touch('touchEnd', [])
  await page.waitForTimeout(500)
  await page.getByRole('menuitem', { name: 'Copy text' }).tap()
  await expect(page.getByRole('menu')).toHaveCount(0)
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
})
