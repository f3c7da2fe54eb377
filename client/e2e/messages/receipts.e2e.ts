import { logIn, messages, openConversation, send } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('an own message says where it is known to be: sent, delivered, seen, and never more than that', async ({
  newPage,
}) => {
  const fan = await newPage()
  await logIn(fan, 'fan3')
  await openConversation(fan, 'Teo Almeida')
  const own = messages(fan).filter({ hasText: 'is anybody there' })

  // Nobody's device has it: the server has.
  await send(fan, 'is anybody there')
  await expect(own).toContainText('Sent')
  await fan.waitForTimeout(3_000)
  await expect(own).not.toContainText(/Delivered|Seen/)

  // It arrives on a device, on which nobody looks at it.
  const creator = await newPage()
  await logIn(creator, 'creator2')
  await expect(own).toContainText('Delivered', { timeout: 15_000 })
  await expect(own).not.toContainText('Seen')

  // Without a line what was known last is shown.
  await fan.context().setOffline(true)
  await openConversation(creator, 'Jo Keller')
  await expect(messages(creator).filter({ hasText: 'is anybody there' })).toBeInViewport()
  await fan.reload()
  await expect(own).toContainText('Delivered')
  await expect(own).not.toContainText('Seen')

  await fan.context().setOffline(false)
  await expect(own).toContainText('Seen', { timeout: 15_000 })
})
